// Plays a whole game of every kind against bots, with the Kotlin models and their Gson that openapi-generator makes, and the HTTP client of Java:
// PlayKt SITE TOKEN
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.util.Locale
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.AnswerShape
import org.openapitools.client.models.Decision
import org.openapitools.client.models.Game
import org.openapitools.client.models.GameRequest
import org.openapitools.client.models.GameStatus
import org.openapitools.client.models.MoveRequest
import org.openapitools.client.models.Outcome
import org.openapitools.client.models.Pace
import org.openapitools.client.models.PaceKind
import org.openapitools.client.models.Problem
import org.openapitools.client.models.Rules
import org.openapitools.client.models.RulesPage
import org.openapitools.client.models.View

val http: HttpClient = HttpClient.newHttpClient()
lateinit var api: String
lateinit var token: String

fun ask(path: String, body: Any? = null): HttpResponse<String> {
    val request = HttpRequest.newBuilder(URI("$api$path")).header("Authorization", "Bearer $token")
    if (body != null) {
        request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(Serializer.gson.toJson(body)))
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString())
}

inline fun <reified T> read(path: String, body: Any? = null): T {
    val answer = ask(path, body)
    check(answer.statusCode() < 300) { Serializer.gson.fromJson(answer.body(), Problem::class.java).detail }
    return Serializer.gson.fromJson(answer.body(), T::class.java)
}

fun choose(decision: Decision): String = when (decision.shape) {
    AnswerShape.number -> decision.least.toString()
    else -> decision.options.shuffled().take(decision.least).joinToString(" ") { it.token }.ifEmpty { "none" }
}

fun play(rules: Rules) {
    val begin = System.nanoTime()
    var first = 0L
    val seats = rules.seats.first()
    val pace = Pace(kind = PaceKind.move, seconds = 3600)
    val code = read<Game>("/games", GameRequest(rules = rules.key, seats = seats, bots = seats - 1, pace = pace)).code
    var moves = 0
    var view = read<View>("/games/$code/view")
    while (view.game.status == GameStatus.active) {
        val decision = view.decision
        if (decision == null || decision.given != null) {
            Thread.sleep(50)
        } else {
            read<Outcome>("/games/$code/moves", MoveRequest(text = choose(decision), nth = view.nth))
            moves += 1
            if (moves == 1) first = System.nanoTime() - begin
        }
        view = read("/games/$code/view")
    }
    val after = String.format(Locale.ROOT, "%.1f", first / 1e9)
    println("${rules.key} $code: $moves moves, first after $after s, ${view.game.status}, ${view.game.result?.words}")
}

fun main(arguments: Array<String>) {
    api = "${arguments[0]}/api/v1"
    token = arguments[1]
    check(Serializer.gson.fromJson(ask("/games/zzz9").body(), Problem::class.java).type.substringAfter('#') == "problem-not-found")
    read<RulesPage>("/rules").items.forEach { play(it) }
}
