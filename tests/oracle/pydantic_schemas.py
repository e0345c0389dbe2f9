"""Writes tests/fixtures/schema/pydantic/NAME.json: what Pydantic makes of the classes in NAME.py.

    python3 tests/oracle/pydantic_schemas.py          # Python 3.11, Pydantic 2.14.4

The root is the last model that no other model of the file uses.
"""

import json
import pathlib
import sys
import types

import pydantic

FOLDER = pathlib.Path(__file__).parent.parent / "fixtures" / "schema" / "pydantic"


def models_of(module):
    """The models of a file in the order of their classes, those inside other classes left out."""
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, pydantic.BaseModel)
        and value.__module__ == module.__name__
    ]


def root_of(models):
    def is_used(model):
        name = model.__name__
        for other in models:
            if other is model:
                continue
            if name in other.model_json_schema().get("$defs", {}) or model in other.__mro__:
                return True
        return False

    return [model for model in models if not is_used(model)][-1]


for path in sorted(FOLDER.glob("*.py")):
    module = types.ModuleType(path.stem)
    sys.modules[path.stem] = module
    source = path.read_text(encoding="utf-8")
    module.__file__ = str(path)
    exec(compile(source, str(path), "exec"), vars(module))
    schema = root_of(models_of(module)).model_json_schema()
    text = json.dumps(schema, indent=1, ensure_ascii=False)
    path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
