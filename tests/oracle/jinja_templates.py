"""The templates of `jinja.py` that were written by hand."""

CONTEXTS = {
    "main": {
        "n": 3,
        "s": "go around, Go NOW please",
        "big": 12345678901234567890,
        "f": 2.0,
        "t": True,
        "nothing": None,
        "xs": [3, 1, 2],
        "names": ["bob", "Al", "cid"],
        "d": {"b": 2, "A": 3, "c": 1},
        "items_d": {"items": [1, 2], "keys": "k", "get": 5, "x": 1},
        "rows": [
            {"id": 1, "tag": "t", "ok": True, "sub": {"v": [10, 20]}},
            {"id": 2, "tag": "U", "ok": False, "sub": {"v": [5]}},
            {"id": 3, "tag": "t", "ok": True, "sub": {"v": []}},
            {"id": 4},
        ],
        "tree": [{"t": "a", "kids": [{"t": "b", "kids": [{"t": "d", "kids": []}]}]}, {"t": "c", "kids": []}],
        "text": "line one\n\nline two is a bit longer, with-hyphens and words\r\nthree\n",
        "uni": "\u00a0\u200b\U0001f600\u00e9\u00df\u4e2d'\"\\\t",
        "html": "<b>A & B's \"C\"</b>",
        "inject": "{{ 7*7 }}{% if %}",
        "examples": [{"input": "Q1?\nA) x\nB) y", "output": "A"}, {"input": "Q2?", "output": "B"}],
        "nested": {"a": [1, 2.5, None, True, "x", {"b": []}], "t": {}},
        "floats": [1e20, 1e-5, 2.0, 0.1, 1e16, 123456789.123],
    }
}

EXPRESSIONS = r"""
(xs|tojson)|list
('a'|e)|first is escaped
('a'|e)|last is escaped
('ab'|e)|reverse is escaped
('ab'|e)|sort
('ab'|e)|map('upper')|list
('ab'|e)|batch(1)|list
('ab'|e)|max is escaped
('ab'|e)[0] is escaped
('<b> http://x.org/?a=1&b=2'|e)|urlize
('<b>'|e)|urlize
'<b>'|urlize
{1: 2}.keys() == {1: 3}.keys()
{1: 2}.keys() == {2: 3}.keys()
{1: 2}.items() == {1: 3}.items()
{(1, 2): 3}[(1.0, 2)]
{(): 1, ((),): 2}[((),)]
[(1, 2), (1, 2), (2, 1)]|unique|list
'{:020,}|{:05,}|{:04,}|{:012_x}|{:015,.2f}'.format(1234567, 1, 12, 65535, 1234.5)
'{:08,}|{:+09,}'.format(-1234, 1234)
'abcdef'[2:4] ~ 'äöüß'[1:] ~ 'äöüß'[:2] ~ 'äöüß'[9:] ~ 'äöüß'[3:1] ~ 'äöüß'[-2:]
('x ' * 60)|pprint
{'b': ['x' * 30, 'y' * 30, 'z' * 30], 'a': {'d': ('u' * 50,), 'c': 'v' * 60}}|pprint
[['x' * 20] * 4, ['y' * 20] * 4]|pprint
'a-b a--b -- c-d-e long-hyphenated-words'|wordwrap(5)
'a b'|wordwrap(1, wrapstring='<br>')
'one\n\n  \ntwo three'|wordwrap(4, wrapstring='|')
'xxabcxx'.strip('x' * 40)
'a\nb\r\nc'.splitlines(true)
'a b  c'.rsplit(none, 1)
('ß' * 3)|urlencode
xs
names
d
nested
floats
uni
[uni]
inject
[inject, '\x00\x7f\x80\xad\u2028']
{'k': (1, 2), 2: [], none: {}, 1.5: true}
()
(1,)
(1, (2, [3, {}]))
1, 2
'a', 'b',
big
big + 1
big * 10
2 ** 64
2 ** 100
-2 ** 2
2 ** -1
2 ** 0.5
7 // 2
-7 // 2
7 // -2
-7 % 3
7 % -3
-7.5 // 2
-7.5 % 2
7 / 2
6 / 2
1 / 3
0.1 + 0.2
1e3
1_000
0x1F
0b101
0o17
1.5e-7
1e100
10 ** 20
1 < 2 < 3
1 < 3 < 2
1 < 2 > 1
1 == 1.0 == true
'a' < 'b'
[1, 2] < [1, 3]
(1, 2) == (1, 2)
[1] == (1,)
{'a': 1} == {'a': 1.0}
1 in [1.0]
'a' in {'a': 1}
3 in d.values()
'b' not in d
not 1 in [2]
not n is odd
n is odd and not n is even
n is divisibleby 3
n is not divisibleby 2
n is sameas 3
n is in xs
n is in [1, 2]
'x' if n > 5
'x' if n > 5 else 'y'
'a' if t else 'b' if n else 'c'
('x' if missing) is defined
n if n else missing
missing or 'fallback'
missing and 'x'
not missing
missing == missing2
missing == ''
missing ~ 'x'
missing + 1
1 + missing
missing.attr
missing['attr']
missing()
missing is defined
missing is none
missing|default('d')
missing|default
missing|d(1)
''|default('d')
''|default('d', true)
nothing|default('d')
nothing|default('d', boolean=true)
missing|length
missing|list
missing|upper
missing|join(',')
missing|first
missing|last
missing|tojson
missing|sort
missing|sum
missing|map('upper')|list
missing|int
missing|round
missing|replace('a', 'b')
missing|reverse
missing|dictsort
missing|items|list
missing|truncate(3)
missing|wordwrap
missing|indent
missing|trim
missing|escape
missing|string
missing|format(1)
missing|batch(2)|list
missing|unique|list
missing|min
missing|abs
missing|pprint
missing|urlencode
missing|wordcount
missing|title
[missing]
[missing]|join
{'a': missing}
[missing, 1]|tojson
'%s' % missing
'%d' % missing
'{}'.format(missing)
missing in [1]
1 in missing
missing < 1
-missing
xs[missing]
d[missing]
xs[0]
xs[-1]
xs[9]
xs[9].x
xs['0']
xs.0
rows.0.tag
rows[0]['tag']
rows[0].sub.v[1]
rows[3].tag
rows[3].tag.x
rows[3]['tag']
d.b
d['b']
d.zzz
d.zzz.y
d.items
d.items()
d.keys()
d.values()
d.items()|list
d.keys()|list
d.get('b')
d.get('zzz')
d.get('zzz', 9)
d.copy()
items_d.items
items_d['items']
items_d.items()|list
items_d.keys()|list
items_d['keys']
items_d['get']
items_d.get('x')
items_d.x
d|length
d|list
d|first
d|last
d|sort
d|dictsort
d|dictsort(true)
d|dictsort(by='value')
d|dictsort(false, 'value', true)
d|dictsort(reverse=true)
d|items|list
d|tojson
d|tojson(2)
d|tojson(indent=1)
nested|tojson
nested|tojson(indent=2)
uni|tojson
html|tojson
inject|tojson
floats|tojson
(1, 2)|tojson
{1: 2, 3: 4}|tojson
{true: 1}|tojson
{none: 1}|tojson
{'a': 1, 2: 3}|tojson
[]|tojson(indent=2)
{}|tojson(indent=2)
'é😀'|tojson
'</script>'|tojson
(xs|tojson) + '<'
[xs|tojson]
'x'|e + '<'
'<'|e|e
'<'|safe|e
['<'|e]
xs|sort
xs|sort(reverse=true)
names|sort
names|sort(case_sensitive=true)
rows[:3]|sort(attribute='tag')|map(attribute='id')|list
rows[:3]|sort(attribute='tag,id', reverse=true)|map(attribute='id')|list
rows|map(attribute='tag')|list
rows|map(attribute='tag', default='-')|list
rows|map(attribute='tag')|join(',')
rows[:3]|map(attribute='sub.v.0')|list
rows|selectattr('ok')|map(attribute='id')|list
rows|rejectattr('ok')|map(attribute='id')|list
rows|selectattr('tag', 'defined')|list|length
rows|selectattr('id', '>', 2)|map(attribute='id')|list
rows|selectattr('id', 'in', [1, 4])|map(attribute='id')|list
rows|selectattr('tag', 'equalto', 't')|list|length
rows[:3]|groupby('tag')
rows|groupby('tag', default='z')|map('first')|list
rows[:3]|groupby('tag', case_sensitive=true)|map(attribute='grouper')|list
rows[:3]|groupby('tag')|map(attribute='list')|map('length')|list
rows|sum(attribute='id')
rows|map(attribute='id')|sum
xs|sum(start=10)
[1.5, 2]|sum
[[1], [2]]|sum(start=[])
[0.1]*10|length
([0.1] * 10)|sum
xs|max
xs|min
names|max
names|min(case_sensitive=true)
rows|max(attribute='id')
[]|max
[]|first
[]|last
''|first
xs|first
xs|last
xs|reverse|list
s|reverse
xs|join
xs|join(', ')
rows|join(', ', attribute='id')
[1, none, true, 2.0, 'x']|join('|')
xs|unique|list
['a', 'A', 'b']|unique|list
['a', 'A', 'b']|unique(true)|list
rows|unique(attribute='ok')|map(attribute='id')|list
xs|batch(2)|list
xs|batch(2, 0)|list
xs|batch(0)|list
xs|slice(2)|list
xs|slice(2, 'f')|list
xs|slice(5)|list
range(10)|slice(3)|list
range(10)|slice(3, 0)|list
xs|select('odd')|list
xs|reject('odd')|list
xs|select('gt', 1)|list
xs|select|list
['', 'a', none]|select|list
['', 'a', none]|reject|list
xs|map('string')|list
names|map('upper')|list
names|map('replace', 'b', 'X')|list
names|map('truncate', 2, true, '')|list
['1', '2']|map('int')|sum
xs|map('nofilter')|list
xs|select('notest')|list
xs|map
xs|map(foo=1)|list
xs|length
s|length
s|upper
s|lower
s|title
s|capitalize
s|wordcount
s|truncate(10)
s|truncate(10, true)
s|truncate(10, false, '…')
s|truncate(10, leeway=0)
s|truncate(length=22)
s|truncate(2)
s|center(40)
s|center
s|trim('gpe')
'  x '|trim
s|replace('o', '0')
s|replace('o', '0', 2)
s|replace(' ', '')
s|replace('', '-')
1234|replace(2, 'x')
s|wordwrap(10)
s|wordwrap(5)
s|wordwrap(5, false)
s|wordwrap(10, wrapstring='|')
text|wordwrap(12)
text|wordwrap(20, break_on_hyphens=false)
'aaaaaaaaaaaaaaaaaaaaa bb'|wordwrap(8)
'well-known co-op state-of-the-art -x- a--b foo---bar'|wordwrap(7)
'a-b-c-d-e-f-g'|wordwrap(3)
'x  y   z'|wordwrap(3)
text|indent
text|indent(2)
text|indent(2, true)
text|indent(2, true, true)
text|indent(width=1, blank=true)
text|indent('> ')
text|indent('\t', first=true)
''|indent(2, true)
text.splitlines()
text.splitlines(true)
text|list|length
text|wordcount
'a_b c1 ünï'|wordcount
'42'|int
'4.7'|int
'x'|int
'x'|int(-1)
'0x1f'|int(base=16)
'ff'|int(base=16)
'0b11'|int(base=2)
'1_000'|int
' 12 '|int
'٣'|int
4.9|int
-4.9|int
true|int
none|int
[]|int(5)
'1e3'|int
'inf'|int
'nan'|int
'3.5'|float
'x'|float
'x'|float(1.5)
'1e400'|float
'-inf'|float
'nan'|float
' 1_0.5 '|float
3|float
none|float
2.5|round
3.5|round
2.567|round(2)
2.567|round(2, 'ceil')
2.567|round(2, 'floor')
2.5|round|int
1234|round(-2)
'2.5'|round
-1.5|round
0.5|round
1e300|round
2.5|round(method='ceil')
2.5|round(method='x')
-5|abs
-5.5|abs
'x'|abs
(-5)|abs
true|abs
1|filesizeformat
999|filesizeformat
1000|filesizeformat
1024|filesizeformat(true)
123456789|filesizeformat
1e30|filesizeformat
'13000'|filesizeformat
'x'|filesizeformat
html|e
html|escape
html|forceescape
html|striptags
html|safe
html|urlencode
'a b/c?d=é&'|urlencode
{'a b': 'c&d', 'e': 1}|urlencode
[('a', 1), ('b', '/')]|urlencode
{'class': 'x y', 'id': none, 'm': missing, 'n': 5}|xmlattr
{'class': 'x'}|xmlattr(false)
{'a b': 1}|xmlattr
'see http://example.com/a?b=c, or www.x.org. mail a@b.de (http://y.net)'|urlize
'https://example.com/very/long/path'|urlize(15)
'http://a.com'|urlize(nofollow=true, target='_blank')
'<p>one</p>  <!-- c --> two &amp; &lt;'|striptags
xs|pprint
nested|pprint
rows|pprint
'x'|pprint
names|string
5|string
s|string
xs|attr('append')
d|attr('b')
d|attr('missing')|default('none')
s|attr('upper')
'%s and %s'|format('a', 'b')
'%(a)s-%(b)d'|format(a=1, b=2)
'%s' % 'x'
'%s %s' % ('x', 1)
'%s' % [1, 2]
'%s' % ((1, 2),)
'%(a)s' % {'a': 5}
'%d%%' % 50
'%s %s' % 'x'
'%s' % ('a', 'b')
'abc' % {}
'%5.1f|%-6s|%06d' % (3.14159, 'ab', 42)
'%*d' % (5, 42)
'%x %o %e %g %c %r %a' % (255, 8, 12345.678, 0.00001, 65, 'é', 'é')
'%s' % none
'%s' % true
'{} {}'.format(1, 'a')
'{0} {1} {0}'.format('a', 'b')
'{x} {y!r}'.format(x=1, y='q')
'{a[b]} {c[0]}'.format(a={'b': 1}, c=[5])
'{:>6}|{:<6}|{:^6}'.format('a', 'b', 'c')
'{:05d} {:+.2f} {:,} {:x} {:b} {:%}'.format(42, 3.14159, 1234567, 255, 5, 0.25)
'{:{w}.{p}f}'.format(3.14159, w=10, p=2)
'{{}} {{{}}}'.format(1)
'{'.format()
'}'.format()
'{} {0}'.format(1)
'{2}'.format(1)
'{x}'.format()
'{!s:>5}'.format(none)
'{:>5}'.format(none)
'{:d}'.format('x')
'{:.2f}'.format(1)
'{:e}'.format(12345.678)
'{:g}'.format(1e10)
'{:.3}'.format(3.14159)
'{:}'.format(1e16)
'{:010.3f}'.format(-3.14159)
'{:_}'.format(1234567)
'{:#x}'.format(255)
'{:s}'.format('abc')
'{:.2}'.format('abc')
s.upper()
s.split()
s.split(',')
s.split(', ', 1)
s.split(maxsplit=2)
s.rsplit(None, 1)
'a,b,,c'.split(',')
''.split()
''.split(',')
' a  b '.split()
' a  b '.split(' ')
'abc'.split('')
s.startswith('go')
s.startswith(('x', 'go'))
s.startswith('around', 3)
s.endswith('please')
s.find('o')
s.find('zz')
s.rfind('o')
s.index('zz')
s.count('o')
'aaa'.count('aa')
'abc'.count('')
s.replace('o', '0', 1)
', '.join(names)
', '.join(xs)
'-'.join('abc')
'-'.join(d)
'x'.center(5, '*')
'xy'.center(5)
'xyz'.center(6)
'x'.ljust(3) ~ '|'
'x'.rjust(3)
'7'.zfill(3)
'-7'.zfill(4)
'abc'.zfill(2)
'ß'.upper()
'ΑΣ'.lower()
'ǆ'.title()
'hello wORLD it\'s'.title()
'hello wORLD'.capitalize()
'Straße'.casefold()
'aB'.swapcase()
'a\tb'.expandtabs()
'a\tb\n\tc'.expandtabs(4)
'xabc'.removeprefix('x')
'abcx'.removesuffix('x')
'a=b=c'.partition('=')
'a=b=c'.rpartition('=')
'abc'.partition('x')
'12'.isdigit()
'½'.isdigit()
'½'.isnumeric()
'²'.isdigit()
'²'.isdecimal()
'a1'.isalnum()
''.isalpha()
'Ab Cd'.istitle()
'AB1'.isupper()
'a_1'.isidentifier()
'1a'.isidentifier()
' \t'.isspace()
'abc'.isascii()
'a\n'.isprintable()
'abc'.encode()
'xxabcxx'.strip('x')
'xxabcxx'.lstrip('x')
'xxabcxx'.rstrip('x')
'\u3000abc\u00a0'.strip() ~ '|'
'abc'[1]
'abc'[-1]
'abc'[5]
'abc'[1:]
'abc'[::-1]
'abc'[::2]
'abc'[5:]
'abc'[-2:]
'abc'[:missing]
'abc'['x']
'abc'.x
'abc'.__class__
''.__class__.__mro__
xs.__class__
d.__class__
s.__init__
xs[1:]
xs[::-1]
xs[:2]
xs[::0]
(1, 2, 3)[1:]
range(5)[1:3]
range(5)[2]
range(5)[-1]
range(3)
range(1, 10, 3)|list
range(5, 0, -2)|list
range(0)|list
range(3)|length
range(3)|sum
range(1, 2, 0)
range('a')
2 in range(3)
xs + [4]
xs * 2
2 * xs
'ab' * 3
3 * 'ab'
'ab' * -1
[0] * 3
(1, 2) + (3,)
xs + 'a'
'a' + 1
1 + 'a'
'a' * 'b'
1 < 'a'
none < 1
[1] < ['a']
{} < {}
none == none
none + 1
true + 1
true * 5
true and false
true ~ none
1 ~ 2
1 ~ 2.0 ~ 'x' ~ [1] ~ none
'a' 'b' "c"
'a\'b' "c\"d"
'\x41\u00e9\101\n\t\\\q'
'\U0001F600'
xs.append(4)
xs.index(1)
xs.index(99)
xs.count(1)
xs.copy()
xs.pop()
xs.length
xs.size
(1, 2, 2).count(2)
(1, 2).index(2)
d.pop('b')
d.pop('zz')
d.pop('zz', 0)
d.update({'z': 1})
d.setdefault('q', 7)
d.popitem()
d.foo()
s.foo()
n.real
n.bit_length()
f.is_integer()
f
n()
s()
range
dict
dict(a=1, b=[2])
dict({'a': 1}, b=2)
dict([('a', 1)])
dict(xs)
namespace(a=1).a
namespace(a=1).b
namespace
cycler('a', 'b').next()
cycler()
joiner()
joiner(',')()
loop
loop.index
self
varargs
caller
caller()
super()
'abc' is string
'abc' is sequence
'abc' is iterable
5 is iterable
5 is number
true is number
true is integer
5 is integer
5.0 is float
none is none
d is mapping
xs is mapping
xs is sequence
d is sequence
range(3) is sequence
range is callable
s.upper is callable
5 is callable
missing is callable
missing is iterable
missing is sequence
missing is string
'a' is lower
'A' is upper
'a1' is lower
'1' is lower
'upper' is filter
'nofilter' is filter
'odd' is test
html|e is escaped
html is escaped
5 is odd
5 is even
'x' is odd
none is odd
5 is divisibleby 0
5 is divisibleby(5)
5 is eq 5
5 is ne 5
5 is gt 3
5 is lessthan 3
5 is ==(5)
5 is notatest
5|notafilter
5 is in 5
'a' is in 'abc'
xs is sameas xs
none is sameas none
5 is defined and 5 is number
5 is not defined
not 5 is defined
xs|length > 2
(xs|length) ~ 'x'
-1|abs
- 1
+1
-n
+n
- -1
not not 1
(1)
((1))
[1, 2, 3,]
{'a': 1,}
[]
{}
{'a': 1}['a']
{'a': 1}.a
{'a': {'b': 2}}.a.b
[[1, 2], [3]][0][1]
{[1]: 2}
{(1, 2): 3}
{1: 'a', true: 'b', 1.0: 'c'}
[1, 2, 3][1]
"{{ 7 }}"
"{% raw %}"
'}}'
n|string|length
n|string ~ '!'
names|map('first')|join
names|map('length')|list
names|join|upper
s.split()[0]|upper
s.split()|map('capitalize')|join(' ')
rows|map(attribute='id')|map('string')|join('-')
examples|map(attribute='output')|unique|join('/')
examples[0].input.split('\n')
examples[0].input.splitlines()[1:]|join(' ; ')
examples[0]['input'][:2]
examples[1:]|list|length
examples|length if examples else 'none'
examples[-1].output
examples|last|attr('output')
(examples|first).output
examples|selectattr('output', 'eq', 'A')|list|length
'%02d' % n
'%.1f%%' % (n / 7 * 100)
"%s" % (xs|join(','))
[n, s|length, xs]|join(' / ')
(n + 1) * 2
n // 2 * 2 + n % 2
n ** 2 ** 2
10 - 3 - 2
2 + 3 ~ 4 * 5
1 if 0 else 2 if 0 else 3
(1 if 1) ~ (2 if 0)
'yes' if xs and d and s else 'no'
'x' in s or n > 2
n in (1, 2, 3)
n not in (1, 2, 3)
n == 3 and s != ''
s[0] == 'g'
s[:2] ~ '...' ~ s[-6:]
s|list|first
text|trim|length
text.split('\n')|length
text|replace('\n', ' ')
text|replace('\r', '')|trim
html|length
html|replace('<', '&lt;')
html|upper
html|title
nested.a[5].b
nested.a[3]
nested.t
nested['a'][0:2]
nested.a|select('number')|list
nested.a|select('string')|list
nested.a|map('string')|join('|')
floats|map('string')|join(' ')
floats|sum
floats|sort
floats|max
1e308 * 10
-1e308 * 10
1e308 * 10 - 1e308 * 10
(1e308 * 10)|tojson
1e400
100000000000000000000
0.1 * 3
1e15 + 0.5
5 % 3.5
5.0 // 2
5 // 2.0
1 // 0
1 % 0
1.0 / 0
0 ** -1
(-8) ** (1/3)
10 ** 40
'a' * 3 ~ 'b'
big == 12345678901234567890
big > 1.0
big|int
big|float
big|string|length
big % 97
""".strip("\n").split("\n")

BLOCKS = [
    # Loops
    "{% for x in xs %}{{ loop.index }}{{ loop.index0 }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.first }}{{ loop.last }}{{ loop.length }} {% endfor %}",
    "{% for x in xs %}{{ x }}{{ ', ' if not loop.last }}{% endfor %}",
    "{% for x in xs %}{{ loop.cycle('a', 'b') }}{% endfor %}",
    "{% for x in xs %}{{ loop.cycle() }}{% endfor %}",
    "{% for x in xs %}{{ loop.previtem }}-{{ loop.nextitem }};{% endfor %}",
    "{% for x in xs %}{{ loop.previtem is defined }}{{ loop.nextitem|default('end') }};{% endfor %}",
    "{% for x in [1, 1, 2] %}{{ loop.changed(x) }}{% endfor %}",
    "{% for x in [1, 1, 2] %}{% if loop.changed(x) %}{{ x }}{% endif %}{% endfor %}",
    "{% for x in xs %}{{ loop }}{% endfor %}",
    "{% for x in xs %}{{ loop.depth }}{{ loop.depth0 }}{% for y in xs %}{{ loop.depth }}{% endfor %}{% endfor %}",
    "{% for x in [] %}x{% else %}empty{% endfor %}",
    "{% for x in missing %}x{% else %}empty{% endfor %}",
    "{% for x in xs if x > 1 %}{{ loop.index }}:{{ x }} {% else %}none{% endfor %}",
    "{% for x in xs if x > 9 %}{{ x }}{% else %}none{% endfor %}",
    "{% for x in xs if missing %}{{ x }}{% else %}none{% endfor %}",
    "{% for x in xs if loop.index > 1 %}{{ x }}{% endfor %}",
    "{% for k, v in d.items() %}{{ k }}={{ v }};{% endfor %}",
    "{% for k, v in d %}{{ k }}{% endfor %}",
    "{% for k in d %}{{ k }}{% endfor %}",
    "{% for k, v in d|dictsort %}{{ k }}{{ v }}{% endfor %}",
    "{% for a, b in [(1, 2), [3, 4]] %}{{ a }}{{ b }}{% endfor %}",
    "{% for a, (b, c) in [(1, (2, 3))] %}{{ a }}{{ b }}{{ c }}{% endfor %}",
    "{% for a, b in [(1, 2, 3)] %}{{ a }}{% endfor %}",
    "{% for a, b in [1, 2] %}{{ a }}{% endfor %}",
    "{% for a, b in ['xy', 'zw'] %}{{ a }}{{ b }}{% endfor %}",
    "{% for x in 'abc' %}{{ x }}.{% endfor %}",
    "{% for x in 5 %}{{ x }}{% endfor %}",
    "{% for x in none %}{{ x }}{% endfor %}",
    "{% for x in 1, 2, 3 %}{{ x }}{% endfor %}",
    "{% for x in (1, 2) %}{{ x }}{% endfor %}",
    "{% for x in range(3) %}{{ x }}{% endfor %}",
    "{% for x in xs|sort %}{{ x }}{% endfor %}",
    "{% for x in xs|reverse %}{{ x }}{{ loop.length }}{% endfor %}",
    "{% for x in xs[1:] %}{{ x }}{% endfor %}",
    "{% for x in xs + [9] %}{{ x }}{% endfor %}",
    "{% for x in xs %}{% for y in names %}{{ x }}{{ y }}{{ loop.index }} {% endfor %}{{ loop.index }}\n{% endfor %}",
    "{% for x in xs %}{% set outer = loop %}{% for y in names %}{{ outer.index }}.{{ loop.index }} {% endfor %}{% endfor %}",
    "{% for n in tree recursive %}{{ n.t }}{% if n.kids %}({{ loop(n.kids) }}){% endif %}{% endfor %}",
    "{% for n in tree recursive %}{{ loop.depth }}{{ n.t }}{{ loop.index }}/{{ loop.length }}{{ loop(n.kids) }}{% else %}.{% endfor %}",
    "{% for n in tree %}{{ loop(n.kids) }}{% endfor %}",
    "{% for n in tree recursive %}{{ loop(n.missing) }}{% endfor %}",
    "{% for n in tree recursive %}-{{ n.t }}{% set k = n.t %}{{ loop(n.kids) }}{{ k }}{% endfor %}",
    "{% for row in xs|batch(2, '-') %}{{ row|join(' ') }}/{% endfor %}",
    "{% for g in rows[:3]|groupby('tag') %}{{ g.grouper }}:{% for r in g.list %}{{ r.id }}{% endfor %};{% endfor %}",
    "{% for tag, items in rows[:3]|groupby('tag') %}{{ tag }}={{ items|length }};{% endfor %}",
    "{% for e in examples %}\nQ: {{ e.input }}\nA: {{ e.output }}\n{% endfor %}",
    "{%- for e in examples -%}\n  Q: {{ e.input }}\n  A: {{ e.output }}\n{%- endfor -%}",
    "{% for e in examples -%}\n{{ loop.index }}. {{ e.input | replace('\\n', ' ') }} -> {{ e.output }}\n{% endfor -%}\nend",
    "{% for e in examples[:1] %}{{ e['input'] }}{% endfor %}",
    "{% for k, v in examples[0].items() %}{{ k }}: {{ v }}\n{% endfor %}",
    "{% for x in xs %}{{ x }}{% endfor %}{{ x }}",
    "{% for x in xs %}{% set y = x %}{% endfor %}{{ y }}",
    "{% set y = 0 %}{% for x in xs %}{% set y = y + x %}{{ y }} {% endfor %}{{ y }}",
    "{% set ns = namespace(t=0) %}{% for x in xs %}{% set ns.t = ns.t + x %}{% endfor %}{{ ns.t }}",
    "{% set ns = namespace() %}{% set ns.a = 1 %}{{ ns.a }}{{ ns.b }}",
    "{% set ns = namespace(a=1) %}{{ ns }}",
    "{% set ns = {} %}{% set ns.a = 1 %}{{ ns }}",
    "{% set missing.a = 1 %}",
    "{% set l = [] %}{% for x in xs %}{% set _ = l.append(x * 2) %}{% endfor %}{{ l }}",
    "{% set l = [] %}{% for x in xs %}{{ l.append(x) }}{% endfor %}{{ l }}",
    "{% set l = [] %}{% for x in xs %}{% if l.append(x) %}{% endif %}{% endfor %}{{ l|join }}",
    "{% set dd = {} %}{% for x in xs %}{% set _ = dd.update({x: x * x}) %}{% endfor %}{{ dd }}",
    "{% set dd = {'a': 1} %}{% set _ = dd.setdefault('b', []).append(5) %}{{ dd }}",
    "{% set a = [1] %}{% set b = a %}{% set _ = b.append(2) %}{{ a }}",
    "{% set a = [3, 1] %}{% set _ = a.sort() %}{{ a }}{% set _ = a.reverse() %}{{ a }}{% set _ = a.extend('xy') %}{{ a }}{% set _ = a.insert(0, 0) %}{{ a }}{% set _ = a.remove(1) %}{{ a }}{{ a.pop(0) }}{{ a }}",
    "{% set _ = xs.append(9) %}{{ xs }}",
    "{% set _ = d.update(z=1, b=9) %}{{ d }}",
    "{% for x in xs %}{% if x == 1 %}{% set found = x %}{% endif %}{{ found }}{% endfor %}|{{ found }}",
    # Sets, scopes
    "{% set a = 1 %}{{ a }}",
    "{% set a, b = 1, 2 %}{{ a }}{{ b }}",
    "{% set a, b = xs %}{{ a }}",
    "{% set (a, b) = (1, 2) %}{{ a }}{{ b }}",
    "{% set a = b = 1 %}",
    "{% set a = (1, 2) %}{{ a }}",
    "{% set a = 1, %}{{ a }}",
    "{% set a %}x{{ n }}{% endset %}[{{ a }}]",
    "{% set a | upper %}abc{% endset %}{{ a }}",
    "{% set a | replace('b', 'x') | upper %}abc{% endset %}{{ a }}",
    "{% set a %}<b>{% endset %}{{ a|e }}{{ a is string }}{{ a is escaped }}",
    "{% set n = 9 %}{{ n }}",
    "{{ n }}{% set n = 9 %}{{ n }}",
    "{% if t %}{% set a = 1 %}{% endif %}{{ a }}",
    "{% if not t %}{% set a = 1 %}{% endif %}{{ a }}|{{ a is defined }}",
    "{% if t %}{% set n = 1 %}{% else %}{% set n = 2 %}{% endif %}{{ n }}",
    "{% with a = 1, b = 2 %}{{ a }}{{ b }}{% endwith %}{{ a }}",
    "{% set a = 5 %}{% with a = 1, b = a %}{{ a }}{{ b }}{% endwith %}{{ a }}",
    "{% with %}{% set z = 1 %}{{ z }}{% endwith %}{{ z }}",
    "{% with a, b = (1, 2) %}{{ a }}{{ b }}{% endwith %}",
    "{% for i in [1, 2] %}{% set n = n + 1 %}{{ n }}{% endfor %}{{ n }}",
    "{% for i in [1, 2] %}{{ q }}{% set q = i %}{{ q }}{% endfor %}",
    # If
    "{% if n > 2 %}a{% elif n > 1 %}b{% else %}c{% endif %}",
    "{% if n > 5 %}a{% elif n > 2 %}b{% elif n %}d{% else %}c{% endif %}",
    "{% if missing %}a{% else %}b{% endif %}",
    "{% if missing is defined %}a{% else %}b{% endif %}",
    "{% if missing is defined and missing %}a{% else %}b{% endif %}",
    "{% if missing is not defined or missing %}a{% else %}b{% endif %}",
    "{% if missing.x %}a{% endif %}",
    "{% if not missing %}a{% endif %}",
    "{% if nothing %}a{% else %}b{% endif %}",
    "{% if nothing is none %}a{% endif %}",
    "{% if [] %}a{% elif {} %}b{% elif '' %}c{% elif 0 %}d{% elif 0.0 %}e{% else %}f{% endif %}",
    "{% if 'a' in names or 'bob' in names %}y{% endif %}",
    "{% if xs and xs[0] == 3 %}y{% endif %}",
    "{% if n == 3 %}{{ n|nofilter }}{% endif %}",
    "{% if n == 4 %}{{ n|nofilter }}{% endif %}ok",
    "{% if n == 4 %}{{ n is notest }}{% endif %}ok",
    "{% if n == 4 %}{% for x in xs %}{{ n|nofilter }}{% endfor %}{% endif %}ok",
    "{{ n|nofilter if false else 'ok' }}",
    "{{ n|nofilter if true else 'ok' }}",
    "{{ 'ok' if true else n|nofilter }}",
    "{% if n, s %}tuple{% endif %}",
    "{% if (n, s) %}tuple{% endif %}",
    # Macros
    "{% macro m(a, b=2, *args) %}{% endmacro %}",
    "{% macro m(a, b=2) %}{{ a }}-{{ b }}{% endmacro %}{{ m(1) }} {{ m(1, 3) }} {{ m(b=4, a=5) }} {{ m() }}",
    "{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, 2) }}",
    "{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, x=2) }}",
    "{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, a=2) }}",
    "{% macro m() %}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1, 'x', k=3) }}",
    "{% macro m(a) %}{{ a }}{{ varargs|join('+') }}{% endmacro %}{{ m(1, 2, 3) }}",
    "{% macro m(a) %}{{ kwargs|dictsort }}{% endmacro %}{{ m(1, z=2, y=3) }}",
    "{% macro m(a, b=a) %}{{ a }}{{ b }}{% endmacro %}{{ m(1) }}",
    "{% macro m(a='x', b=[]) %}{{ a }}{{ b }}{% endmacro %}{{ m() }}",
    "{% macro m(a, b) %}{{ m.name }}{{ m.arguments }}{{ m.catch_kwargs }}{{ m.catch_varargs }}{{ m.caller }}{% endmacro %}{{ m() }}",
    "{% macro m() %}{% endmacro %}{{ m }}|{{ m() }}|{{ m is callable }}",
    "{% macro m(x) %}[{{ x }}]{% endmacro %}{{ m('a')|upper }}{{ m('<')|e }}{{ m('x') is string }}",
    "{% macro m() %}{{ caller() }}{% endmacro %}{% call m() %}in{{ n }}{% endcall %}",
    "{% macro m() %}{{ caller(1, 2) }}{% endmacro %}{% call(a, b) m() %}{{ a }}{{ b }}{% endcall %}",
    "{% macro m() %}{{ caller(1) }}{% endmacro %}{% call(a, b=5) m() %}{{ a }}{{ b }}{% endcall %}",
    "{% macro m() %}{% if caller %}{{ caller() }}{% else %}none{% endif %}{% endmacro %}{{ m() }}{% call m() %}x{% endcall %}",
    "{% macro m() %}{{ caller() }}{% endmacro %}{{ m() }}",
    "{% macro m() %}x{% endmacro %}{% call m() %}y{% endcall %}",
    "{% macro m(items) %}{% for i in items %}{{ caller(i) }}{% endfor %}{% endmacro %}{% call(i) m(xs) %}<{{ i }}>{% endcall %}",
    "{% macro f(k) %}{{ k if k < 2 else f(k - 1) ~ f(k - 2) }}{% endmacro %}{{ f(5) }}",
    "{% macro m() %}{{ zz }}{% endmacro %}{% set zz = 1 %}{{ m() }}",
    "{% set zz = 1 %}{% macro m() %}{{ zz }}{% set zz = 2 %}{{ zz }}{% endmacro %}{{ m() }}{{ zz }}",
    "{% macro m(n) %}{{ n }}{% endmacro %}{{ m(7) }}{{ n }}",
    "{% for x in xs %}{% macro m() %}{{ x }}{% endmacro %}{{ m() }}{% endfor %}",
    "{% for x in xs %}{% macro m(y) %}{{ x }}{{ y }}{{ loop.index }}{% endmacro %}{{ m(1) }}{% endfor %}",
    "{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}b{% endmacro %}{{ a() }}",
    "{{ m() }}{% macro m() %}x{% endmacro %}",
    "{% macro outer() %}{% macro inner() %}i{% endmacro %}{{ inner() }}{% endmacro %}{{ outer() }}{{ inner is defined }}",
    "{% macro m(*a) %}{% endmacro %}",
    "{% macro m(a, a) %}{{ a }}{% endmacro %}",
    "{% macro m(a=1, b) %}{% endmacro %}",
    "{% set args = [1, 2] %}{% macro m(a, b) %}{{ a }}{{ b }}{% endmacro %}{{ m(*args) }}{{ m(**{'a': 3, 'b': 4}) }}{{ m(1, **{'b': 2}) }}",
    "{% macro m(caller) %}{{ caller() }}{% endmacro %}{% call m() %}x{% endcall %}",
    "{% macro opt(l, t) -%}\n{{ l }}) {{ t }}\n{%- endmacro -%}\n{{ opt('A', 'x') }}\n{{ opt('B', 'y') }}",
    # Filter blocks, blocks, autoescape
    "{% filter upper %}abc{{ n }}{% endfilter %}",
    "{% filter replace('a', 'b')|upper %}banana{% endfilter %}",
    "{% filter indent(2) %}a\nb{% endfilter %}",
    "{% filter trim %}  x  {% endfilter %}|",
    "{% filter nofilter %}x{% endfilter %}",
    "{% block a %}x{{ n }}{% endblock %}",
    "{% block a %}x{% endblock a %}",
    "{% block a %}x{% endblock b %}",
    "{% block a %}x{% endblock %}{{ self.a() }}",
    "{% block a %}x{% endblock %}{% block a %}y{% endblock %}",
    "{% set v = 1 %}{% block a %}{{ v }}{% endblock %}",
    "{% for i in [1] %}{% block a %}[{{ i }}]{% endblock %}{% endfor %}",
    "{% for i in [1] %}{% block a scoped %}[{{ i }}]{% endblock %}{% endfor %}",
    "{% block a %}{% set w = 1 %}{{ w }}{% endblock %}{{ w }}",
    "{% block a required %}{% endblock %}",
    "{% block a %}{{ super() }}{% endblock %}",
    "{% autoescape true %}{{ html }}{{ html|safe }}{{ '<' ~ html }}{{ html|e }}{% endautoescape %}{{ html }}",
    "{% autoescape false %}{{ html }}{% endautoescape %}",
    "{% autoescape true %}{{ ['<', '>']|join(',') }}{{ ['<'|e, '>']|join('&') }}{{ xs|tojson }}{% set a %}<b>{% endset %}{{ a }}{% endautoescape %}",
    # Raw, comments, white space
    "{% raw %}{{ x }}{% if %}{% endraw %}",
    "{%- raw -%} {{ x }} {%- endraw -%} y",
    "a {% raw -%}  x  {%- endraw %} b",
    "{# comment #}a{# {{ x }} {% if %} #}b",
    "a {#- c -#} b",
    "a\n{# c #}\nb",
    "a\n{#- c -#}\nb",
    "{{ '{{' }}{{ '{%' }}{{ '}}' }}",
    "  {%- if t %} x {%- endif %}  y",
    "a {{- n -}} b",
    "a {{ n -}}   \n  b",
    "a   {%- set x = 1 -%}   b{{ x }}",
    "{%+ if t %}x{%+ endif +%}\n y",
    "{{+ n }}",
    "{% if t -%}\n\n  x\n\n{%- endif %}\n",
    "a\n", "a\n\n", "\n", "", "a\r\nb\r\n", "a\rb", "a\r\n\r\n", "a\n\r\n",
    "{{ n }}\r\n{% if t %}\r\nx\r\n{% endif %}\r\n",
    "{{ 'a\r\nb' }}",
    "{{ text }}",
    "\ufeff{{ n }}",
    "\t{{ n }}\u00a0{{- n }}",
    "a\u00a0\u3000{{- n -}}\u2003b",
    "{{n}}{{  n  }}{{\nn\n}}",
    "{% if t %}{{ n }}{% endif %}{%if t%}x{%endif%}",
    "# not a line statement\n## nor this\n% for\n{{ n }}",
    "{ {n} } {n} {% raw %}{{n}}{% endraw %} ${n}",
    "}} %} #} {",
    "{{ {'a': {'b': 1}}['a']['b'] }}",
    "{{ {'a': {}} }}",
    "{{ [{'a': 1}][0].a }}",
    "<s>[INST] {{ s }} [/INST]",
    "<|im_start|>user\n{{ s }}<|im_end|>",
    "{{ n }}{# unterminated",
    "100% sure {{ n }}%",
    "{{ n }}{{ n }}{{ n }}",
    "{{ 1 }}{{ 'x' }}{{ none }}{{ true }}{{ 1.0 }}",
    "{% set x = 5 %}{% set x = x + 1 %}{{ x }}",
    "{{ inject }}{{ [inject] }}{{ inject|upper }}",
    # Real prompts
    "{% if examples %}Examples:\n{% for e in examples %}\n{{ loop.index }}. {{ e.input|trim }}\nAnswer: {{ e.output }}\n{% endfor %}{% endif %}\nNow: {{ s }}",
    "{% set letters = 'ABCD' %}{% for x in names %}{{ letters[loop.index0] }}) {{ x }}\n{% endfor %}Answer with {{ letters[:names|length]|list|join(', ') }}.",
    "{% for e in examples %}{% set lines = e.input.split('\\n') %}{{ lines[0] }}{% for l in lines[1:] %}\n  - {{ l }}{% endfor %}\n{% endfor %}",
    "{% set shots = examples[:1] if examples|length > 1 else examples %}{{ shots|length }}{{ shots|tojson }}",
    "Context:\n{{ text|indent(2, true) }}\nQ: {{ s|capitalize }}?",
    "{{ 'Reply with JSON: ' ~ {'answer': 'A'}|tojson }}",
    "{% for k, v in nested.items() %}{{ k|upper }}: {{ v }}\n{% endfor %}",
    "{{ '-' * 20 }}\n{{ s }}\n{{ '=' * (s|length) }}",
    "{% if s|length > 10 %}{{ s[:10] }}…{% else %}{{ s }}{% endif %}",
    "{% set j = joiner(' | ') %}{% for x in xs %}{{ j() }}{{ x }}{% endfor %}",
    "{% set c = cycler('a', 'b', 'c') %}{% for x in range(5) %}{{ c.next() }}{% endfor %}{{ c.current }}{{ c.reset() }}{{ c.current }}",
    "{% for x in names|map('lower')|sort %}{{ x }}{% if not loop.last %}, {% endif %}{% endfor %}",
    "{{ names|join(', ')|replace('bob', 'Rob')|upper }}",
    "{% macro field(name, value, sep=': ') %}{{ name|title }}{{ sep }}{{ value }}{% endmacro %}{{ field('question', s) }}\n{{ field('n', n, sep=' = ') }}",
    "{% for r in rows if r.tag is defined and r.tag|lower == 't' %}{{ r.id }} {% endfor %}",
    "{% for r in rows %}{{ r.id }}:{{ r.tag|default('none')|upper }}{{ ' ok' if r.ok }}\n{% endfor %}",
    "{{ rows|selectattr('sub', 'defined')|map(attribute='sub')|map(attribute='v')|map('sum')|list }}",
    "{% for row in rows[:3] %}{{ '%-4s|%3d|%s' % (row.tag, row.id, row.ok) }}\n{% endfor %}",
    "{{ loop is defined }}{% for x in [1] %}{{ loop is defined }}{% endfor %}",
    "{% include 'x' %}", "{% include 'x' ignore missing %}", "{% extends 'base' %}x", "{% import 'x' as y %}", "{% from 'x' import y %}",
    "{% if false %}{% include 'x' %}{% endif %}ok",
]

MORE = r"""
{{ xs|sort|first }}{{ xs|sort|last }}
{{ xs|sort|reverse|list }}{{ xs|reverse|join('-') }}{{ xs|reverse|first }}
{{ d|dictsort|first }}{{ d|items|first }}{{ d|items|sort }}
{{ d.items()|sort(attribute='1') }}{{ d.items()|sort(attribute=1)|map('first')|join }}
{{ d.items()|map(attribute=0)|list }}{{ d.items()|map('last')|sum }}
{{ d|map('upper')|list }}{{ d|list|sort }}{{ d|join(',') }}{{ d|sum(start='') }}
{{ d.keys()|sort }}{{ d.values()|sum }}{{ d.values()|max }}{{ d.keys()|length }}{{ d.keys()|first }}
{{ 'b' in d.keys() }}{{ ('b', 2) in d.items() }}{{ d.keys()|list == ['b', 'A', 'c'] }}
{{ d.items()|list|tojson }}{{ d.items()|tojson }}
{{ range(3)|tojson }}
{{ range(3)|list|tojson }}{{ xs|map('string')|list|tojson }}
{{ xs|map('string') is string }}{{ xs|select is iterable }}{{ xs|select is sequence }}
{{ xs|select|length }}
{{ xs|batch(2)|length }}
{{ (xs|select|list)[0] }}
{{ (xs|select)[0] }}
{{ (xs|select).foo }}
{% set g = xs|select %}{{ g|list }}{{ g|list }}
{% set g = xs|map('string') %}{% for x in g %}{{ x }}{% endfor %}{% for x in g %}{{ x }}{% else %}done{% endfor %}
{% set g = d.items() %}{{ g|list }}{{ g|list }}
{% set g = xs|reverse %}{{ g|list }}{{ g|list }}
{{ xs|reverse|length }}
{{ s|reverse|length }}
{{ nested.a|map('default', 'x')|list }}
{{ rows|map(attribute='tag')|select('defined')|list }}
{{ rows|map(attribute='tag')|select|list }}
{{ rows|map(attribute='tag')|reject('undefined')|map('lower')|join('/') }}
{{ rows|selectattr('tag')|list|length }}{{ rows|selectattr('sub.v')|map(attribute='id')|list }}
{{ rows|rejectattr('tag', 'undefined')|list|length }}
{{ rows|selectattr('tag', 'eq', 't')|selectattr('ok')|map(attribute='id')|join }}
{{ rows|selectattr('id', 'divisibleby', 2)|map(attribute='id')|list }}
{{ rows|selectattr('tag', 'string')|map(attribute='tag')|unique|sort|join(' ') }}
{{ rows|map('tojson')|join('\n') }}
{{ rows|map(attribute='id')|map('multiply', 2)|list }}
{{ rows|groupby('ok') }}
{{ rows[:3]|groupby('ok')|map(attribute=0)|list }}
{{ rows|sort(attribute='id', reverse=true)|map(attribute='id')|list }}
{{ rows|sort(attribute='tag') }}
{{ rows|min(attribute='id') }}
{{ names|sort|join(', ') }} {{ names|sort(true, true)|join(', ') }}
{{ ['a10', 'a9', 'B1']|sort }}{{ [1, 'a']|sort }}
{{ [none, 1]|sort }}
{{ [[2, 'b'], [1, 'a']]|sort }}{{ [(2, 1), (1, 2)]|min }}
{{ [true, 0, 2]|sort }}{{ [1, 1.0, true]|unique|list }}
{{ [[1], [1]]|unique|list }}
{{ ['x', 'X']|map('lower')|unique|list|length }}
{{ 'hello world'|title|replace(' ', '')|lower|capitalize }}
{{ 'o\'neil-smith (the "third") <x>'|title }}
{{ 'HELLO'|capitalize }}{{ 'élan'|capitalize }}{{ 'ŒUVRE'|title }}{{ 'ß'|upper|lower }}
{{ 'a,b;c'.replace(',', ';').split(';') }}
{{ 'k=v;k2=v2'.split(';')|map('split', '=')|list }}
{{ 'one two'.split()|map('first')|join }}{{ 'one two'.split()|map('last')|join }}
{{ 'x'.join(['1', 2]) }}
{{ 'a-b'.split('-', maxsplit=1) }}{{ 'a-b-c'.rsplit('-', maxsplit=1) }}{{ 'abc'.split(sep='b') }}
{{ 'abc'.replace('b') }}
{{ 'abc'.startswith('') }}{{ 'abc'.find('') }}{{ ''.join([]) }}{{ ''|length }}
{{ 'aXbXc'.split('X')[1:]|join('+') }}
{{ 'Tab\there'.expandtabs(8) }}|{{ 'é'.ljust(3, '.') }}|{{ '日本'.center(6, '*') }}
{{ '%s' % d }}{{ '%s' % (d,) }}{{ '%r' % 'x' }}{{ '%s' % names }}
{{ '%(b)s %(A)03d' % d }}
{{ '%(zz)s' % d }}
{{ '%d items' % xs|length }}
{{ '%d items' % (xs|length) }}
{{ '%.3s|%5s|%-5s|' % ('abcdef', 'x', 'y') }}
{{ '%5%|%c' % 'x' }}
{{ '%s%s' % ('a',) }}
{{ '%' % () }}
{{ '%z' % 1 }}
{{ '{0[a]} {0[b]}'.format({'a': 1, 'b': 2}) }}{{ '{0.real}'.format(5) }}
{{ '{}'.format([1, 'a']) }}{{ '{}'.format({'a': none}) }}{{ '{!r}'.format('a') }}
{{ '{:>{w}}'.format('a', w=4) }}{{ '{:.{p}f}'.format(2.5, p=0) }}{{ '{:.0f}'.format(3.5) }}{{ '{:5}'.format(true) }}
{{ '{:,}'.format(1234567.5) }}{{ '{:,d}'.format(-1234567) }}{{ '{:012,}'.format(1234) }}{{ '{:+,}'.format(1000) }}
{{ '{a}{b}'.format(**{'a': 1, 'b': 2}) }}{{ '{}{}'.format(*[1, 2]) }}
{{ 'a{b'.format() }}
{{ "{'a'}".format() }}
{{ '{:x<5}|{:#>4}|{:^7.2f}'.format('a', 1, 3.14159) }}
{{ 3.0|int }}{{ '3.0'|int }}{{ '-0'|int }}{{ '+5'|int }}{{ '5 apples'|int }}{{ ''|int }}{{ 1e10|int }}{{ '१२'|int }}
{{ 3|string ~ 3.0|string }}{{ 3.10 }}{{ 1.0e2 }}{{ 12345678.9 }}{{ 0.00001 }}{{ 123456789012345678 }}
{{ 7.0 // 2 }}{{ 7 % 2.5 }}{{ -7 // 2.0 }}{{ 2 ** 10 }}{{ 2 ** 0 }}{{ 2.0 ** 3 }}{{ 10 / 5 }}{{ 10 // 3 }}
{{ 1 - -1 }}{{ 2 * -3 }}{{ -2 * -3 }}{{ - 5 + 3 }}{{ not false and true }}{{ not (false or true) }}
{{ 1 < 2 and 2 < 3 }}{{ 1 < 2 == true }}{{ 1 == 1 == 1 }}{{ 'a' in 'abc' in ['abc'] }}
{{ 0.1 + 0.2 == 0.3 }}{{ 1e3 == 1000 }}{{ true == 1 }}{{ 'a' == "a" }}{{ none == false }}{{ [] == () }}{{ '' == none }}
{{ 5.5|round|int }}{{ 4.5|round }}{{ 0.05|round(1) }}{{ 1.005|round(2) }}{{ -0.4|round }}{{ 1234.567|round(-2)|int }}
{{ (1234.5678)|round(2) }}{{ 99.995|round(2, 'floor') }}{{ 3|round(2, 'ceil') }}{{ '%.2f'|format(99.995) }}
{{ 1000000|filesizeformat }}{{ 1500|filesizeformat(true) }}{{ 0|filesizeformat }}{{ -5|filesizeformat }}{{ 1.5|filesizeformat }}
{% set a = [1, 2, 3] %}{% set a = a + [4] %}{{ a }}{{ a[-2:] }}{{ a[::2] }}{{ a[1:3]|sum }}
{% set m = {'x': [1, 2], 'y': {'z': 'q'}} %}{{ m.x[1] }}{{ m['y']['z'] }}{{ m.y.z|upper }}{{ m.keys()|join }}{{ 'x' in m }}
{% set m = {} %}{% for w in 'a b a'.split() %}{% set _ = m.update({w: m.get(w, 0) + 1}) %}{% endfor %}{{ m }}
{% set m = {} %}{% set _ = m.setdefault('l', []) %}{% set _ = m.l.append(1) %}{{ m }}{{ m.pop('l') }}{{ m }}
{% set ns = namespace(found=false) %}{% for x in xs %}{% if x == 1 %}{% set ns.found = true %}{% endif %}{% endfor %}{{ ns.found }}
{% set ns = namespace(**{'a': 1}) %}{{ ns.a }}{% set ns.a %}block{% endset %}{{ ns.a }}
{% set ns = namespace() %}{{ ns.x is defined }}{% set ns.x, y = 1, 2 %}{{ ns.x }}{{ y }}
{% for i in range(3) %}{% for j in range(i) %}{{ loop.index0 }}{% else %}-{% endfor %}|{% endfor %}
{% for i in range(1, 4) %}{{ i }}{{ 'st' if i == 1 else 'nd' if i == 2 else 'rd' }} {% endfor %}
{% for ch in 'héllo' %}{{ ch }}{{ '-' if not loop.last }}{% endfor %}{{ loop is defined }}
{% for a, b in zip(xs, names) %}{{ a }}{% endfor %}
{% for i, x in enumerate(xs) %}{{ i }}{% endfor %}
{% for x in xs %}{% if loop.first %}[{% endif %}{{ x }}{% if loop.last %}]{% else %}, {% endif %}{% endfor %}
{% for x in xs %}{{ loop.index }}{% if loop.index is divisibleby 2 %};{% endif %}{% endfor %}
{% for x in xs %}{{ loop.cycle(*names) }} {% endfor %}
{% for k, vs in {'a': [1, 2], 'b': []}.items() %}{{ k }}:{% for v in vs %}{{ v }}{% else %}none{% endfor %} {% endfor %}
{% for row in [[1, 2], [3, 4]] %}{{ row|join('\t') }}{{ '\n' }}{% endfor %}
{% for x in [3, 1, 2]|sort if x != 2 %}{{ x }}{% endfor %}{% for x in xs if x is odd %}{{ loop.length }}{% endfor %}
{% for x in xs %}{% if x == 3 %}{% set y = 'q' %}{% endif %}[{{ y }}]{% endfor %}
{% for x in xs recursive %}{{ x }}{% endfor %}
{% for t in tree recursive %}{{ loop.depth }}{{ t.t }}{% if t.kids %}<{{ loop(t.kids)|upper }}>{% endif %}{% endfor %}
{% for t in tree recursive %}{% set inner = loop(t.kids) %}({{ t.t }}{{ inner }}){% endfor %}
{% if xs %}{% if d %}{% if s %}deep{% endif %}{% endif %}{% endif %}
{% if n > 1 %}{% set msg = 'many' %}{% elif n == 1 %}{% set msg = 'one' %}{% else %}{% set msg = 'none' %}{% endif %}{{ msg }}
{% if 'x' is in names %}a{% elif names is sequence and names|length == 3 %}b{% endif %}
{% if not xs|length > 5 %}few{% endif %}{% if (xs|length > 5) is false %}few{% endif %}
{% if n is number and n is not float %}int{% endif %}{% if f is float %}float{% endif %}{% if t is true %}T{% endif %}
{% if s is string and s is not mapping %}s{% endif %}{% if d is mapping and d is not string %}d{% endif %}
{% macro li(items, tag='-') %}{% for i in items %}{{ tag }} {{ i }}{{ '\n' if not loop.last }}{% endfor %}{% endmacro %}{{ li(xs) }}|{{ li(names, '*') }}|{{ li([], tag='x') }}|
{% macro a(x) %}{{ x }}{{ b(x) if x < 3 }}{% endmacro %}{% macro b(x) %}-{{ a(x + 1) }}{% endmacro %}{{ a(1) }}
{% macro m(x, y='d') %}{{ x }}{{ y }}{% endmacro %}{{ m('a', y=none) }}{{ m(x='b') }}{{ m(missing) }}{{ m(y=1) }}
{% macro m() %}{{ varargs|length }}{{ kwargs|length }}{% endmacro %}{{ m() }}{{ m(1, 2, a=3) }}
{% macro m(first) %}{{ first }}:{% for v in varargs %}{{ v }}{% endfor %}{% for k, v in kwargs.items() %}{{ k }}{{ v }}{% endfor %}{% endmacro %}{{ m(1, 2, 3, z=4) }}
{% macro wrap(t) %}<{{ t }}>{{ caller() if caller }}</{{ t }}>{% endmacro %}{% call wrap('b') %}{{ n }}{% endcall %}{{ wrap('i') }}
{% macro outer() %}[{{ caller() }}]{% endmacro %}{% call outer() %}{% call outer() %}x{% endcall %}{% endcall %}
{% macro rows() %}{% for i in xs %}{{ caller(i, loop) }}{% endfor %}{% endmacro %}{% call(i, l) rows() %}{{ l.index }}{{ i }} {% endcall %}
{% set f = '%s!' %}{{ f % 'hi' }}{{ f|format('yo') }}{{ f.replace('!', '?') % 1 }}
{% set x %}  padded {{ n }}  {% endset %}[{{ x }}][{{ x|trim }}]{{ x|length }}
{% set x | trim | upper %} abc {% endset %}[{{ x }}]
{% filter upper %}{% for x in names %}{{ x }} {% endfor %}{% endfilter %}
{% filter replace('\n', ' ') | trim %}a
b
{% endfilter %}
{% filter indent(width=3, first=true) %}a
b{% endfilter %}
{% with x = n + 1 %}{% with y = x * 2 %}{{ x }}{{ y }}{% endwith %}{{ y }}{% endwith %}
{% with (a, b) = (1, 2), c = 3 %}{{ a }}{{ b }}{{ c }}{% endwith %}
{% with items = xs|sort %}{{ items|join(',') }}{% endwith %}
{%- set a = 1 -%} x {%- if a -%} y {%- endif -%} z {{- a -}} w
a{%- if t %} b {% endif -%} c
{% if t %}
  x
{%- else %}
  y
{%- endif %}
{% for x in xs -%}
  {{ x }}
{%- if not loop.last %},{% endif %}
{% endfor %}
{{ '  a  ' -}}   b   {{- '  c  ' }}
{#- a -#}  {{ n }}  {#- b -#}
x{# multi
line #}y
x {#- trimmed -#} y {# kept #} z
{{ "multi
line" }}{{ 'a'
~ 'b' }}
{{- n }}
{{ n -}}
{{ n }}{{ '' }}

{{ text|replace('\r\n', '\n')|trim|replace('\n\n', '\n') }}
{{ text.strip().split('\n')[0] }}{{ text.splitlines()|length }}{{ text.splitlines()|select|list|length }}
{{ text|truncate(12) }}|{{ text|truncate(12, true, '') }}|{{ text|wordcount }}|{{ text[:8] }}|{{ text|first }}{{ text|last|tojson }}
{{ text|indent(4)|trim }}{{ (text|indent).splitlines()|length }}
{{ html|striptags|title }}{{ html|e|length }}{{ html|e|e }}{{ html|safe|upper }}{{ (html|e).replace('&', '+') }}
{{ (html|e)[:4] }}{{ (html|e)|replace('&', '+') }}{{ (html|e).split('&')|first }}{{ ('<' ~ html|e) }}{{ html|e|string }}
{{ [html|e, '<']|join }}{{ '%s'|format(html|e) }}{{ ('%s'|e) % '<' }}{{ ('{}'|e).format('<') }}{{ ('<'|e) * 2 }}{{ ('a'|e).join(['<', '>']) }}
{{ xs|tojson|upper }}{{ (d|tojson)|length }}{{ d|tojson|replace('"', "'") }}{{ d|tojson|safe }}{{ d|tojson|e }}
{{ {'a': '<&>\'"'}|tojson }}{{ '\\'|tojson }}{{ '\u2028'|tojson }}{{ '\x7f'|tojson }}{{ 1e20|tojson }}{{ 1.0|tojson }}
{{ {'b': 1, 'a': [true, none, 1.5, 'x'], 'c': {}}|tojson(indent=4) }}
{{ [[], {}, [[]]]|tojson(indent=2) }}{{ [1, [2, [3]]]|tojson(1) }}{{ 'x'|tojson(indent=2) }}
{{ examples|tojson }}
{{ examples|tojson(indent=2) }}
{{ {'q': examples[0].input}|tojson }}
{{ nested|string }}{{ nested.a|string|length }}{{ [nested.a[:2], d]|string }}
{{ [1.0, 2.50, 1e10, -0.0, 1e-10] }}{{ {'f': 1.0} }}{{ (1.0, ) }}{{ [true, none] }}
{{ ['it\'s', "say \"hi\"", 'both \' and "'] }}{{ {'k\'': 'v"'} }}
{{ ['\n', '\t', '\r', '\\', '\x00', '\x1f', '\x7f', '\u00e9', '\u4e2d', '\U0001f600', '\u200d', '\ufeff', '\u3000'] }}
{{ joiner }}
{{ cycler('a').current }}{{ cycler('a', 'b').items }}{{ cycler(1, 2).pos }}
{% set j = joiner() %}{{ j() }}a{{ j() }}b{{ j() }}{% set k = joiner(' or ') %}{{ k() }}{{ k() }}
{% set c = cycler(1, 2) %}{{ c.next() }}{{ c.current }}{{ c.next() }}{{ c.next() }}{% set _ = c.reset() %}{{ c.current }}
{{ dict(a=1).items()|list }}{{ dict(d, z=5).z }}{{ dict(xs|map('string')|batch(2)|list) }}
{{ dict(a=1, **{'b': 2}) }}{{ dict(d) == d }}{{ dict()|length }}
{{ range(1, 4)|join(', ') }}{{ range(10, 0, -3)|list }}{{ range(3)|last }}{{ range(0)|first }}{{ range(5)|select('even')|list }}
{{ range(3) == range(3) }}{{ range(3)|string }}{{ range(2, 5) }}{{ range(0, 10, 2) }}{{ range(3)[::-1]|list }}{{ range(3)|reverse|list }}
{{ lipsum is defined }}{{ range is defined }}{{ loop is undefined }}{{ self is defined }}{{ caller is defined }}
{{ s is defined and s }}{{ missing is defined and missing }}{{ missing is not defined or missing }}
{{ (missing or {}).x }}{{ (missing|default({})).x }}{{ (missing|default([]))|length }}{{ (missing|default({})).get('a', 'b') }}
{{ d.zz|default('q') }}{{ d.zz or 'q' }}{{ d['zz']|default(d.b) }}{{ (d.zz|default({})).y }}{{ d.zz is defined }}{{ rows[9] is defined }}{{ rows[9].x is defined }}
{{ missing.x|default('q') }}
{{ missing[0]|default('q') }}
{{ xs.foo|default('q') }}{{ s.foo|default('q') }}{{ n.foo|default('q') }}{{ nothing.foo|default('q') }}
{{ nothing.foo }}|{{ nothing['x'] }}|{{ n['x'] }}|{{ t.x }}
{{ nothing.foo.bar }}
{{ nothing|upper }}{{ nothing|length }}
{{ nothing|list }}
{{ n|list }}
{{ n|first }}
{{ n|join }}
{{ n|upper }}{{ t|upper }}{{ f|title }}{{ xs|upper }}{{ d|upper }}{{ nothing|title }}
{{ n|length }}
{{ n|trim }}{{ n|replace('3', 'x') }}{{ n|wordcount }}{{ n|center(5) }}{{ xs|capitalize }}{{ xs|trim('[]') }}{{ xs|wordcount }}
{{ n|truncate(5) }}
{{ n|indent }}
{{ n|wordwrap }}
{{ n|e }}{{ xs|e }}{{ nothing|e }}{{ n|urlencode }}{{ n|striptags }}{{ n|forceescape }}{{ xs|safe }}
{{ n|reverse }}
{{ n|sort }}
{{ n|sum }}
{{ n|unique|list }}
{{ n|batch(2)|list }}
{{ n|dictsort }}
{{ n|items|list }}
{{ xs|items|list }}
{{ n|map('string')|list }}
{{ n|groupby('a') }}
{{ 0|default('z', true) }}{{ false|default('z', true) }}{{ []|default('z', true) }}{{ 'x'|default }}{{ missing|default(none) }}{{ missing|default(default_value='k') }}
{{ 'abc'|batch(2)|map('join')|list }}{{ 'abcde'|slice(2)|map('join')|list }}{{ 'abc'|list }}{{ 'abc'|join('-') }}{{ 'abc'|first }}{{ 'abc'|last }}{{ 'cab'|sort }}{{ 'aab'|unique|join }}
{{ 'abc'|max }}{{ 'abc'|min }}{{ 'a1b2'|select('in', '12')|join }}{{ 'abc'|map('upper')|join }}
{{ xs|map(attribute='real')|list }}{{ names|map('attr', 'upper')|list|length }}{{ names|map('center', 5)|list }}{{ names|map('default', 'x')|join }}
{{ names|map('format')|list }}{{ ['%s', '%d']|map('format', 5)|list }}{{ names|map('indent', 2, true)|join }}{{ names|map('e')|list }}
{{ xs|sum / xs|length }}{{ (xs|sum) / (xs|length) }}{{ xs|sum|string + '!' }}
{{ 'a' if n == 3 and t else 'b' if s else 'c' }}{{ ('a' if n == 4) ~ 'x' }}{{ ('a' if n == 4) is defined }}{{ 'a' if missing is defined else 'b' }}
{{ n if n is odd else -n }}{{ (n, s) if t else () }}{{ [x] if x else [] }}{{ {'a': 1} if t else {} }}
{{ '' if nothing is none else nothing }}{{ nothing or n or s }}{{ nothing and n }}{{ n and s and d }}{{ '' or [] or {} or 0 }}{{ 0 or none }}
{{ loop.index if loop is defined else 'no loop' }}
{{ examples[0]|length }}{{ examples[0]|list }}{{ examples[0]|dictsort }}{{ examples|map(attribute='input')|map('length')|list }}{{ examples|map('dictsort')|list|length }}
{{ examples|length }} examples{{ 's' if examples|length != 1 }}{{ examples|map(attribute='output')|list|tojson }}{{ examples|selectattr('output', 'in', ['A'])|list|length }}
"""
BLOCKS += [t for t in MORE.strip("\n").split("\n") if t.strip()]
BLOCKS += [
    "{% set a = 1 %}\r\n{{ a }}\r\n", "{{ 'a\\r\\nb' }}", "{{ \"a\r\nb\" }}", "a \r\n {%- if t %}b{% endif -%} \r\n c",
    "{% if t -%}\n  yes\n{%- else -%}\n  no\n{%- endif %}\n", "{% for x in xs -%}\n  {{ x }}\n{%- if not loop.last %},{% endif %}\n{% endfor %}\n",
    "{% filter replace('\\n', ' ') | trim %}a\nb\n{% endfilter %}", "{% filter indent(width=3, first=true) %}a\nb{% endfilter %}",
    "x{# multi\nline #}y", "{{ 'multi\nline' }}{{ 'a'\n~ 'b' }}", "{{ n }}\n\n\n", "\n\n{{ n }}", "{{ n }} \n", "{{ n }}\n ", "{% if t %}x{% endif %}\n\n",
]

SYNTAX_ERRORS = [
    "{% for in xs %}{% endfor %}",
    "{% set %}{% endset %}",
    "a\nb{{ n|nofilter }}",
    "a\n{% if n %}\n{% nothing %}{% endif %}",
    "{{ f(**a, **b) }}",
    "{{ f(*a, *b) }}",
    "{{ f(*a, 1) }}",
    "{{ f(**a, x=1) }}",
    "{% for x in xs %}{{ x }}", "{% if n %}", "{% if n %}a{% else %}", "{% endfor %}", "{% endif %}x", "{% for x in xs %}{% endif %}{% endfor %}",
    "{% else %}", "{% elif x %}", "{% if n %}{% else %}{% else %}{% endif %}", "{% if n %}{% else %}{% elif n %}{% endif %}", "{% break %}",
    "{% for x in xs %}{% continue %}{% endfor %}", "{% do xs.append(1) %}", "{% trans %}x{% endtrans %}", "{% unknown %}", "{% %}", "{{ }}", "{{", "{%", "{#",
    "{{ n", "{% if n", "{% raw %}x", "{{ n }", "{{ 'abc }}", "{{ n | }}", "{{ | upper }}", "{{ n. }}", "{{ n..x }}", "{{ n[ }}", "{{ n[] }}", "{{ (n }}", "{{ n) }}",
    "{{ [1, 2 }}", "{{ {'a': 1 }}", "{{ {'a'} }}", "{{ {1, 2} }}", "{{ a b }}", "{{ 1 2 }}", "{{ a = 1 }}", "{{ a := 1 }}", "{{ a ? b : c }}", "{{ a && b }}",
    "{{ a || b }}", "{{ !a }}", "{{ a! }}", "{{ $a }}", "{{ a@b }}", "{{ `a` }}", "{{ 'a' + }}", "{{ + }}", "{{ * 2 }}", "{{ a ** }}", "{{ not }}", "{{ a is }}",
    "{{ a is not }}", "{{ a in }}", "{{ a if }}", "{{ a if b else }}", "{{ if a }}", "{{ for x in y }}", "{% set %}", "{% set x %}", "{% set x = %}",
    "{% set 1 = 2 %}", "{% set 'a' = 2 %}", "{% set x.y.z = 1 %}", "{% set x[0] = 1 %}", "{% set x + y = 1 %}", "{% for %}{% endfor %}", "{% for x %}{% endfor %}",
    "{% for x in %}{% endfor %}", "{% for in xs %}{% endfor %}", "{% for 1 in xs %}{% endfor %}", "{% for x of xs %}{% endfor %}", "{% if %}{% endif %}",
    "{% macro %}{% endmacro %}", "{% macro m %}{% endmacro %}", "{% macro m( %}{% endmacro %}", "{% macro m(1) %}{% endmacro %}", "{% call %}{% endcall %}",
    "{% call n %}{% endcall %}", "{% filter %}{% endfilter %}", "{% block %}{% endblock %}", "{% block a-b %}{% endblock %}", "{% with a %}{% endwith %}",
    "{{ f(a=1, 2) }}", "{{ f(**a, *b) }}", "{{ f(a b) }}", "{{ f(,) }}", "{{ n|5 }}", "{{ n|'x' }}", "{{ n|upper() }}{{ n|upper( }}", "{% endblock %}", "{% endset %}",
    "{% if n %}{% endif %}{% endif %}", "{% macro m() %}{% endfor %}{% endmacro %}", "{{ '\\x4' }}", "{{ '\\u12' }}", "{{ '\\N{DASH}' }}", "{{ 1.5.2 }}",
    "{{ 0777 }}", "{{ 08 }}", "{{ 1__0 }}", "{{ 1_ }}", "{{ _x }}", "{{ x1 }}", "{{ 1x }}", "{{ é }}", "{{ n\u00a0}}", "line\n{% if n %}\nline\n{% endfor %}\n",
    "a\n\nb {{ n + }}\n", "{{ n\n+\n}}", "{% for x in xs %}\n{{ x }\n{% endfor %}", "{{ [1,,2] }}", "{{ (,) }}", "{{ {,} }}", "{% if x = 1 %}{% endif %}", "{% if x == 1: %}y{% endif %}",
    "{% elseif n %}", "{% endraw %}", "{{ loop. }}", "{% set loop = 1 %}", "{% for loop in xs %}{% endfor %}", "{{ true.x }}", "{{ 'a'.upper() }}", "{% print n %}",
    "{{ n|int|float }}", "{{ n is defined is defined }}", "{{ x is a.b }}", "{{ lambda x: x }}", "{{ [x for x in xs] }}", "{{ xs[1:2:3:4] }}", "{{ %}", "{% }}", "{% if n }}{% endif %}", "{{ n %}",
]
