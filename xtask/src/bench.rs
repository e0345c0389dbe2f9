use crate::run::{Args, Outcome};
pub fn command(_: &mut Args) -> Outcome {
    Ok(())
}
