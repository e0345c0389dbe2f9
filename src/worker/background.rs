//! stub
use crate::workspace::Workspace;
pub struct Background;
impl Background {
    pub fn new(_w: &Workspace) -> Option<Self> {
        None
    }
    pub fn step(&mut self, _w: &Workspace, _t: u32) {}
    pub fn is_done(&self) -> bool {
        true
    }
}
