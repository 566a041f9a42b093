# Plays a whole game of every kind against bots, with the Ruby client that openapi-generator makes.
#
#     ruby play.rb http://127.0.0.1:8000 fate_…
$LOAD_PATH << File.join(__dir__, "ruby", "lib")
require "uri"
require "openapi_client"

def choose(decision)
  return decision.least.to_s if decision.shape == "number"
  return decision.options.sample.token if decision.shape == "one"

  tokens = decision.options.first(decision.least).map(&:token)
  tokens.empty? ? "none" : tokens.join(" ")
end

site, token = ARGV
OpenapiClient.configure do |config|
  address = URI(site)
  config.scheme = address.scheme
  config.host = "#{address.host}:#{address.port}"
  config.base_path = "/api/v1"
  config.server_index = nil
  config.access_token = token
end
games = OpenapiClient::GamesApi.new
play = OpenapiClient::PlayApi.new
OpenapiClient::RulesApi.new.rules_list.items.each do |rules|
  seats = rules.seats.first
  pace = OpenapiClient::Pace.new(kind: OpenapiClient::PaceKind::MOVE, seconds: 3600)
  wanted = OpenapiClient::GameRequest.new(rules: rules.key, seats: seats, bots: seats - 1, pace: pace)
  code = games.games_create(wanted).code
  moves = 0
  until (view = play.games_view(code)).game.status == "finished"
    decision = view.decision
    if decision.nil? || decision.given
      sleep 0.1
      next
    end
    play.moves_create(code, OpenapiClient::MoveRequest.new(text: choose(decision), nth: view.nth))
    moves += 1
  end
  puts "#{rules.key} #{code}: #{moves} moves, #{view.game.status}, a pace of #{view.game.pace.seconds} s"
end
