//! Link arguments of a Node addon, which differ by platform.

fn main() {
    napi_build::setup();
}
