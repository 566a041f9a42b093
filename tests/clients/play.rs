//! Plays a whole game of every kind against bots, with the Rust client (reqwest) that openapi-generator makes:
//! `play http://127.0.0.1:8000 fate_…`

use std::thread::sleep;
use std::time::{Duration, Instant};

use fate::apis::configuration::Configuration;
use fate::apis::games_api::{games_create, games_get};
use fate::apis::play_api::{games_view, moves_create};
use fate::apis::rules_api::rules_list;
use fate::apis::Error;
use fate::models::{AnswerShape, Decision, GameRequest, GameStatus, MoveRequest, Pace, PaceKind, Problem, Rules};

/// A legal answer. The options begin at one that depends on the number of the move.
fn choose(decision: &Decision, moves: usize) -> String {
    if decision.shape == AnswerShape::Number {
        return decision.least.to_string();
    }
    let options = decision.options.iter().cycle().skip(moves % decision.options.len());
    let tokens: Vec<&str> = options.take(decision.least as usize).map(|option| option.token.as_str()).collect();
    if tokens.is_empty() { "none".into() } else { tokens.join(" ") }
}

fn play(api: &Configuration, rules: &Rules) -> Result<(), Box<dyn std::error::Error>> {
    let begin = Instant::now();
    let (mut moves, mut first) = (0, Duration::ZERO);
    let mut wanted = GameRequest::new(rules.key.clone(), rules.seats[0]);
    wanted.bots = Some(rules.seats[0] - 1);
    wanted.pace = Some(Box::new(Pace { seconds: Some(3600), ..Pace::new(PaceKind::Move) }));
    let code = games_create(api, wanted, None)?.code;
    let mut view = games_view(api, &code, None, None)?;
    while view.game.status == GameStatus::Active {
        match view.decision.filter(|decision| decision.given.is_none()) {
            None => sleep(Duration::from_millis(50)),
            Some(decision) => {
                let mut answer = MoveRequest::new(choose(&decision, moves));
                answer.nth = view.nth;
                moves_create(api, &code, answer, None, None, None, None)?;
                moves += 1;
                first = if moves == 1 { begin.elapsed() } else { first };
            }
        }
        view = games_view(api, &code, None, None)?;
    }
    let words = view.game.result.and_then(|result| result.words).unwrap_or_default();
    println!("{} {code}: {moves} moves, first after {:.1} s, {}, {words}", rules.key, first.as_secs_f32(), view.game.status);
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let api = Configuration {
        base_path: format!("{}/api/v1", arguments[1]),
        bearer_access_token: Some(arguments[2].clone()),
        ..Configuration::new()
    };
    match games_get(&api, "zzz9", None) {
        Err(Error::ResponseError(refusal)) => assert_eq!(serde_json::from_str::<Problem>(&refusal.content)?.code, "not_found"),
        other => panic!("A game that does not exist: {other:?}"),
    }
    for rules in rules_list(&api, None)?.items {
        play(&api, &rules)?;
    }
    Ok(())
}
