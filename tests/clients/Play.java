import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.GamesApi;
import org.openapitools.client.api.PlayApi;
import org.openapitools.client.api.RulesApi;
import org.openapitools.client.model.AnswerOption;
import org.openapitools.client.model.AnswerShape;
import org.openapitools.client.model.Decision;
import org.openapitools.client.model.GameRequest;
import org.openapitools.client.model.GameStatus;
import org.openapitools.client.model.MoveRequest;
import org.openapitools.client.model.Pace;
import org.openapitools.client.model.PaceKind;
import org.openapitools.client.model.Problem;
import org.openapitools.client.model.Rules;
import org.openapitools.client.model.View;

/** Plays a whole game of every kind against bots, with the Java client (native) that openapi-generator makes: Play SITE TOKEN. */
public final class Play {
    private static GamesApi games;
    private static PlayApi play;

    public static void main(String[] arguments) throws Exception {
        var client = new ApiClient();
        client.updateBaseUri(arguments[0] + "/api/v1");
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + arguments[1]));
        games = new GamesApi(client);
        play = new PlayApi(client);
        try {
            games.gamesGet("zzz9", null);
            throw new IllegalStateException("A game that does not exist was found.");
        } catch (ApiException refusal) {
            var problem = client.getObjectMapper().readValue(refusal.getResponseBody(), Problem.class);
            if (!URI.create(problem.getType().toString()).getFragment().equals("problem-not-found")) {
                throw new IllegalStateException(problem.toString());
            }
        }
        for (Rules rules : new RulesApi(client).rulesList(null).getItems()) {
            wholeGame(rules);
        }
    }

    private static void wholeGame(Rules rules) throws Exception {
        Instant begin = Instant.now();
        Duration first = Duration.ZERO;
        int seats = rules.getSeats().get(0);
        var wanted = new GameRequest().rules(rules.getKey()).seats(seats).bots(seats - 1).pace(new Pace().kind(PaceKind.MOVE).seconds(3600));
        String code = games.gamesCreate(wanted, null).getCode();
        int moves = 0;
        View view = play.gamesView(code, null, null);
        for (; view.getGame().getStatus() == GameStatus.ACTIVE; view = play.gamesView(code, null, null)) {
            Decision decision = view.getDecision();
            if (decision == null || decision.getGiven() != null) {
                Thread.sleep(50);
                continue;
            }
            play.movesCreate(code, new MoveRequest().text(choose(decision)).nth(view.getNth()), null, null, null, null);
            moves++;
            first = moves == 1 ? Duration.between(begin, Instant.now()) : first;
        }
        System.out.printf(Locale.ROOT, "%s %s: %d moves, first after %.1f s, %s, %s%n", rules.getKey(), code, moves, first.toMillis() / 1000.0,
            view.getGame().getStatus(), view.getGame().getResult().getWords());
    }

    /** A legal answer at random. */
    private static String choose(Decision decision) {
        if (decision.getShape() == AnswerShape.NUMBER) {
            return String.valueOf(decision.getLeast());
        }
        List<String> tokens = decision.getOptions().stream().map(AnswerOption::getToken).collect(java.util.stream.Collectors.toList());
        Collections.shuffle(tokens);
        String answer = String.join(" ", tokens.subList(0, decision.getLeast()));
        return answer.isEmpty() ? "none" : answer;
    }
}
