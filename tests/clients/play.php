<?php
// Plays a whole game of every kind against bots, with the PHP client that openapi-generator makes.
//
//     php play.php http://127.0.0.1:8000 fate_…
error_reporting(E_ALL & ~E_DEPRECATED);
const MADE = 'OpenAPI\\Client\\';
require getenv('GUZZLE') ?: '/usr/share/php/GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    if (str_starts_with($class, MADE)) {
        require __DIR__ . '/php/lib/' . str_replace('\\', '/', substr($class, strlen(MADE))) . '.php';
    }
});

use OpenAPI\Client\Api\GamesApi;
use OpenAPI\Client\Api\PlayApi;
use OpenAPI\Client\Api\RulesApi;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\Decision;
use OpenAPI\Client\Model\GameRequest;
use OpenAPI\Client\Model\MoveRequest;
use OpenAPI\Client\Model\Pace;
use OpenAPI\Client\Model\PaceKind;

function choose(Decision $decision): string
{
    if ($decision->getShape() === 'number') {
        return (string) $decision->getLeast();
    }
    $tokens = array_map(fn ($option) => $option->getToken(), $decision->getOptions());
    if ($decision->getShape() === 'one') {
        return $tokens[array_rand($tokens)];
    }
    return implode(' ', array_slice($tokens, 0, $decision->getLeast())) ?: 'none';
}

[, $site, $token] = $argv;
$config = (new Configuration())->setHost("$site/api/v1")->setAccessToken($token);
$http = new GuzzleHttp\Client();
$games = new GamesApi($http, $config);
$play = new PlayApi($http, $config);
$rulebooks = new RulesApi($http, $config);
foreach ($rulebooks->rulesList()->getItems() as $rules) {
    $seats = $rules->getSeats()[0];
    $wanted = new GameRequest(['rules' => $rules->getKey(), 'seats' => $seats, 'bots' => $seats - 1]);
    $wanted->setPace(new Pace(['kind' => PaceKind::MOVE, 'seconds' => 3600]));
    $code = $games->gamesCreate($wanted)->getCode();
    for ($moves = 0; ($view = $play->gamesView($code))->getGame()->getStatus() !== 'finished';) {
        $decision = $view->getDecision();
        if ($decision === null || $decision->getGiven() !== null) {
            usleep(100_000);
            continue;
        }
        $play->movesCreate($code, new MoveRequest(['text' => choose($decision), 'nth' => $view->getNth()]));
        $moves++;
    }
    echo "{$rules->getKey()} $code: $moves moves, ", $view->getGame()->getStatus(), ', ', $view->getGame()->getResult()->getWords(), "\n";
}
