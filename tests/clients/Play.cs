// Plays a whole game of every kind against bots, with the C# client that NSwag makes: `Play.exe http://127.0.0.1:8000 fate_…`
using System;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Threading.Tasks;
using Fate;

static class Play
{
    static readonly Random Chance = new Random();

    /// A legal answer at random.
    static string Choose(Decision decision)
    {
        if (decision.Shape == AnswerShape.Number) return decision.Least.ToString();
        var tokens = decision.Options.OrderBy(_ => Chance.Next()).Take(decision.Least).Select(option => option.Token).ToList();
        return tokens.Count == 0 ? "none" : string.Join(" ", tokens);
    }

    static async Task Run(FateClient api, Rules rules)
    {
        var seats = rules.Seats.First();
        var pace = new Pace { Kind = PaceKind.Move, Seconds = 3600 };
        var game = await api.Games_createAsync(new GameRequest { Rules = rules.Key, Seats = seats, Bots = seats - 1, Pace = pace });
        var view = await api.Games_viewAsync(game.Code);
        for (var moves = 0; ; moves++)
        {
            while (view.Game.Status == GameStatus.Active && (view.Decision == null || view.Decision.Given != null))
            {
                await Task.Delay(50);
                view = await api.Games_viewAsync(game.Code, Omit2.Scene_text);
            }
            if (view.Game.Status != GameStatus.Active)
            {
                Console.WriteLine($"{rules.Key} {game.Code}: {moves} moves, {view.Game.Status}, {view.Game.Result.Words}");
                return;
            }
            var move = new MoveRequest { Text = Choose(view.Decision), Nth = view.Nth };
            var outcome = await api.Moves_createAsync(game.Code, move, Guid.NewGuid().ToString(), include: Include.View, omit: Omit.Scene_text);
            view = outcome.View;
        }
    }

    static void Main(string[] arguments) => All(arguments).GetAwaiter().GetResult();

    static async Task All(string[] arguments)
    {
        var http = new HttpClient();
        http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", arguments[1]);
        var api = new FateClient(http) { BaseUrl = arguments[0] + "/api/v1" };
        try
        {
            await api.Games_getAsync("zzz9");
            throw new Exception("A game that does not exist was found.");
        }
        catch (ApiException<Problem> refusal) when (refusal.Result.Status == 404)
        {
            foreach (var rules in (await api.Rules_listAsync()).Items) await Run(api, rules);
        }
    }
}
