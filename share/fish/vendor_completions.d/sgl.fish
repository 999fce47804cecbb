function __sgl_claims
    for file in (commandline -opc | string match '*.sgl')
        string replace -rf '^\s*claim\s+([A-Za-z_][\w\']*).*' '$1' <$file
    end
end

set -l all prove check show moves play normal forget eliminate derive policy solve import
complete -c sgl -n "not __fish_seen_subcommand_from $all" -f
complete -c sgl -n "not __fish_seen_subcommand_from $all" -l version -d 'print the version'
complete -c sgl -n "not __fish_seen_subcommand_from $all" -a prove -d 'decide the claims of game files'
complete -c sgl -n "not __fish_seen_subcommand_from $all" -a check -d 'check certificates and derivations'
complete -c sgl -n "not __fish_seen_subcommand_from $all" -a show -d 'show games as understood'
complete -c sgl -n "not __fish_seen_subcommand_from $all" -a moves -d 'what a strategy recommends'
complete -c sgl -n "not __fish_seen_subcommand_from $all" -a play -d 'play a game in the terminal'
complete -c sgl -n "not __fish_seen_subcommand_from $all" -a normal -d 'the normal form of a formula'
complete -c sgl -n "not __fish_seen_subcommand_from $all" -a forget -d 'a formula, actions forgotten'
complete -c sgl -n "not __fish_seen_subcommand_from $all" -a eliminate -d 'a formula without strategies'
complete -c sgl -n "not __fish_seen_subcommand_from $all" -a derive -d 'a derivation of a formula'
complete -c sgl -n "not __fish_seen_subcommand_from $all" -a policy -d 'files of policies'
complete -c sgl -n "not __fish_seen_subcommand_from $all" -a solve -d 'what each agent can force'
complete -c sgl -n "not __fish_seen_subcommand_from $all" -a import -d 'a sheet in GDL as a game of sgl'
complete -c sgl -l help -d 'show help'
complete -c sgl -s D -x -d 'set a parameter: NAME=INTEGER'
complete -c sgl -l unicode -d 'print the signs of the papers'
complete -c sgl -l ascii -d 'print plain signs'
complete -c sgl -n "__fish_seen_subcommand_from $all" -l timeout -x -d 'seconds for an answer'
complete -c sgl -n "__fish_seen_subcommand_from $all" -l memory -x -d 'MiB to use'
complete -c sgl -l color -x -a 'auto always never' -d 'colour output'

set -l prove '__fish_seen_subcommand_from prove'
complete -c sgl -n $prove -l claim -x -a '(__sgl_claims)' -d 'only this claim'
complete -c sgl -n $prove -l total-timeout -x -d 'seconds in all'
complete -c sgl -n $prove -l bound -x -d 'longest plays to look at, in plies'
complete -c sgl -n $prove -l engine -x -a 'automatic reduction unrolling induction diagrams enumeration pdr' -d engine
complete -c sgl -n $prove -l solver -x -a 'cadical z3' -d 'propositional solver'
complete -c sgl -n $prove -l threads -x -d 'claims at a time, and threads in all'
complete -c sgl -n $prove -l proofs -x -a '(__fish_complete_directories)' -d 'write certificates there'
complete -c sgl -n $prove -l stats -d 'print what each answer cost'
complete -c sgl -n $prove -l explain -d 'print what was tried'
complete -c sgl -n $prove -s q -l quiet -d 'only what is not as expected'
complete -c sgl -n '__fish_seen_subcommand_from prove check show moves solve' -l json -d 'print JSON'

set -l check '__fish_seen_subcommand_from check'
complete -c sgl -n $check -l print -x -d 'show this theorem'
complete -c sgl -n $check -l html -r -d 'write it to a page'
complete -c sgl -n $check -l expand -d 'derive from the axioms alone'
complete -c sgl -n $check -s q -l quiet -d 'only what is rejected'

set -l show '__fish_seen_subcommand_from show'
complete -c sgl -n $show -l strict -d 'warnings of a sheet are errors'
complete -c sgl -n $show -l deep -d 'states of a rule sheet'
complete -c sgl -n $show -l plies -x -d 'leave out later states'
complete -c sgl -n $show -l states -x -d 'stop after so many'

complete -c sgl -n '__fish_seen_subcommand_from moves' -l strategy -x -d strategy
complete -c sgl -n '__fish_seen_subcommand_from moves' -l after -x -d 'actions so far'
complete -c sgl -n '__fish_seen_subcommand_from moves play' -l start -x -d 'fluents true at the start'
complete -c sgl -n '__fish_seen_subcommand_from play' -l side -x -d 'AGENT=PLAYER'
complete -c sgl -n '__fish_seen_subcommand_from play' -l seed -x -d number
complete -c sgl -n '__fish_seen_subcommand_from check normal forget eliminate derive' -l frame -x -d 'agents and actions'
complete -c sgl -n '__fish_seen_subcommand_from check normal forget eliminate derive' -l fluents -x -d fluents
complete -c sgl -n '__fish_seen_subcommand_from eliminate' -l trace -d 'name the axiom of each step'
complete -c sgl -n '__fish_seen_subcommand_from eliminate' -l proof -d 'print a derivation'
complete -c sgl -n '__fish_seen_subcommand_from policy' -s o -r -d 'where the joined policy is written'
complete -c sgl -n '__fish_seen_subcommand_from solve' -l policy -r -d 'where the strategies are written'
