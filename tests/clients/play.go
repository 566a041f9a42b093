// Plays a whole game of every kind against bots, with the Go client that openapi-generator makes.
//
//	play http://127.0.0.1:8000 fate_…
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand"
	"os"
	"strings"
	"time"

	fate "client"
)

// choose returns a legal answer at random.
func choose(decision fate.Decision) string {
	if decision.Shape == fate.ANSWERSHAPE_NUMBER {
		return fmt.Sprint(decision.Least)
	}
	rand.Shuffle(len(decision.Options), func(i, j int) {
		decision.Options[i], decision.Options[j] = decision.Options[j], decision.Options[i]
	})
	var tokens []string
	for _, option := range decision.Options[:decision.Least] {
		tokens = append(tokens, option.Token)
	}
	if len(tokens) == 0 {
		return "none"
	}
	return strings.Join(tokens, " ")
}

// problem ends the program with the detail of the problem document in an error.
func problem(err error) {
	var refusal *fate.GenericOpenAPIError
	if errors.As(err, &refusal) {
		if found, ok := refusal.Model().(fate.Problem); ok {
			log.Fatalf("%s: %s", found.Code, found.Detail)
		}
	}
	if err != nil {
		log.Fatal(err)
	}
}

func play(ctx context.Context, api *fate.APIClient, rules fate.Rules) {
	begin, first := time.Now(), time.Duration(0)
	seats := rules.Seats[0]
	wanted := fate.NewGameRequest(rules.Key, seats)
	wanted.SetBots(seats - 1)
	wanted.SetPace(fate.Pace{Kind: fate.PACEKIND_MOVE, Seconds: fate.PtrInt32(3600)})
	game, _, err := api.GamesAPI.GamesCreate(ctx).GameRequest(*wanted).Execute()
	problem(err)
	for moves := 0; ; {
		view, _, err := api.PlayAPI.GamesView(ctx, game.Code).Execute()
		problem(err)
		if view.Game.Status != fate.GAMESTATUS_ACTIVE {
			result := view.Game.Result.Get()
			fmt.Printf("%s %s: %d moves, first after %.1f s, %s, %s\n",
				rules.Key, game.Code, moves, first.Seconds(), view.Game.Status, result.GetWords())
			return
		}
		decision := view.Decision.Get()
		if decision == nil || decision.Given.Get() != nil {
			time.Sleep(50 * time.Millisecond)
			continue
		}
		move := fate.NewMoveRequest(choose(*decision))
		move.Nth = view.Nth.Get()
		_, _, err = api.PlayAPI.MovesCreate(ctx, game.Code).MoveRequest(*move).Execute()
		problem(err)
		if moves++; moves == 1 {
			first = time.Since(begin)
		}
	}
}

func main() {
	settings := fate.NewConfiguration()
	settings.Servers = fate.ServerConfigurations{{URL: os.Args[1] + "/api/v1"}}
	ctx := context.WithValue(context.Background(), fate.ContextAccessToken, os.Args[2])
	api := fate.NewAPIClient(settings)
	_, _, err := api.GamesAPI.GamesGet(ctx, "zzz9").Execute()
	var refusal *fate.GenericOpenAPIError
	if !errors.As(err, &refusal) {
		log.Fatal("A game that does not exist was found.")
	}
	missing, ok := refusal.Model().(fate.Problem)
	if !ok || missing.Status != 404 {
		log.Fatal("The problem document was not read.")
	}
	known, _, err := api.RulesAPI.RulesList(ctx).Execute()
	problem(err)
	for _, rules := range known.Items {
		play(ctx, api, rules)
	}
}
