//! Every share and every mean on the screens of the lab has its interval and its n.

use seamscope::app::Report;
use seamscope::lab::eval::Outcome;
use seamscope::lab::sweep::{Point, Setting};

use super::screen;
use crate::app::trial::{calibrated, evaluated};

/// Every number between 0 and 1, or with a per cent sign, that stands outside brackets.
fn shares(line: &str) -> Vec<(usize, &str)> {
    let bytes = line.as_bytes();
    let (mut found, mut at, mut depth) = (Vec::new(), 0, 0_i32);
    while at < bytes.len() {
        match bytes[at] {
            b'[' | b'(' => depth += 1,
            b']' | b')' => depth -= 1,
            b'0'..=b'9' | b'.' if depth == 0 => {
                let end =
                    (at..bytes.len()).find(|end| !matches!(bytes[*end], b'0'..=b'9' | b'.')).unwrap_or(bytes.len());
                if line[at..end].trim_end_matches('.').contains('.') {
                    found.push((end, &line[at..end]));
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

#[test]
fn every_share_and_mean_of_the_lab_has_its_interval_and_its_n() {
    let mut seen = 0;
    for (width, height) in [(200, 50), (120, 36), (80, 24)] {
        let mut swept = evaluated(width, height);
        swept.keys("S ctrl-u");
        swept.types("fire.margin=0..1 budget.limit=3");
        swept.keys("enter");
        let evaluation = swept.model.lab.evaluation.clone().expect("one");
        let setting = |key: &str| Setting { key: key.into(), value: 3.into() };
        let point = |one: &Outcome| Point {
            settings: vec![setting("fire.margin"), setting("budget.limit")],
            policy: one.policy,
            origin: evaluation.origin.clone(),
            summary: one.summary.clone(),
        };
        let (request, points) = (swept.model.lab.request, evaluation.policies.iter().map(point).collect());
        swept.hears(Report::Swept { request, result: Ok((points, true)) });
        for person in [&calibrated(width, height), &evaluated(width, height), &swept] {
            let screen = screen(person);
            let lines = screen.lines().filter(|line| line.contains('[') && !line.contains("  ["));
            for line in lines {
                for (end, number) in shares(line) {
                    let rest = line[end..].trim_start_matches(" %");
                    let told = rest.strip_prefix(" [").and_then(|rest| rest.split_once("] ")).map(|(ends, rest)| {
                        let rest = rest
                            .trim_start_matches("firings, ")
                            .trim_start_matches("displaced, ")
                            .trim_start_matches("n ");
                        ends.contains(", ") && rest.starts_with(|c: char| c.is_ascii_digit())
                    });
                    assert_eq!(told, Some(true), "{width}x{height}: {number} has no interval or no n: {line}");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 100, "{seen} numbers");
}
