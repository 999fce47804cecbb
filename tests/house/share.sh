#!/bin/sh
# The man page and the completions: they render, they parse, and they know every option there is.

cd "$(dirname "$0")/../.." || exit 1
status=0
sgl=${SGL_COMMAND:-build/sgl}
page=share/man/man1/sgl.1

# claim SENTENCE LINES: holds when there are no such lines.
claim() {
    if [ -z "$2" ]; then
        printf 'ok: %s\n' "$1"
    else
        printf 'FAILED: %s\n%s\n' "$1" "$2"
        status=1
    fi
}

if command -v man >/dev/null; then
    claim "the man page renders without a warning" \
        "$(LC_ALL=C.UTF-8 man --warnings -l $page 2>&1 >/dev/null)"
fi
if command -v bash >/dev/null; then
    claim "the bash completion parses" "$(bash -n share/bash-completion/completions/sgl 2>&1
        bash -n share/bash-completion/completions/sgl-check 2>&1)"
    # words LINE: what is offered for the last word of a command line.
    words() {
        bash -c '. share/bash-completion/completions/sgl
            compopt() { :; }
            read -ra COMP_WORDS <<<"$1"
            [[ $1 == *" " ]] && COMP_WORDS+=("")
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _sgl
            printf "%s " "${COMPREPLY[@]}"' bash "$1"
    }
    offers() { case " $(words "$1")" in *" $2 "*) ;; *) echo "$1: $2 is not offered" ;; esac; }
    claim "commands are completed" "$(offers 'sgl pr' prove)$(offers 'sgl m' moves)"
    claim "claims of the file are completed" \
        "$(offers 'sgl prove examples/tictactoe.sgl --claim care' careful_x)"
    claim "parameters of the file are completed" \
        "$(offers 'sgl prove examples/tictactoe.sgl -D ' m=)"
    claim "options are completed" "$(offers 'sgl prove --tim' --timeout)"
fi

if command -v zsh >/dev/null; then
    # shown LINE: what a terminal shows when the tabulator is pressed after a line.
    shown() {
        timeout 20 zsh -f -c '
            zmodload zsh/zpty
            zpty shell zsh -f -i
            zpty -w shell "PS1=\">\"; fpath=($PWD/share/zsh/site-functions \$fpath)
                autoload -Uz compinit; compinit -u -D; stty cols 200; LISTMAX=1000; print READY-\$((1))"
            zpty -r -m shell text "*READY-1*"
            zpty -w -n shell "$1$(printf "\t\t")"
            for ((i = 0; i < 40; ++i)); do
                while zpty -r -t shell text; do all+=$text; done
                [[ $all == *$2* ]] && break
                sleep 0.1
            done
            print -r -- $all
            zpty -d shell' zsh "$1" "$2" 2>&1
    }
    offers_zsh() { case $(shown "$1" "$2") in *"$2"*) ;; *) echo "$1: $2 is not offered" ;; esac; }
    claim "zsh completes commands, claims and options" \
        "$(offers_zsh 'sgl pr' prove)$(offers_zsh 'sgl ' 'show games as understood'
            offers_zsh 'sgl prove examples/tictactoe.sgl --claim care' careful_x
            offers_zsh 'sgl show --' 'print JSON')"
fi
if command -v fish >/dev/null; then
    offers_fish() {
        HOME=/nonexistent fish --no-config -c "
            source share/fish/vendor_completions.d/sgl.fish
            complete -C '$1'" 2>&1 | grep -q "^$2\b" || echo "$1: $2 is not offered"
    }
    claim "fish completes commands, claims and options" \
        "$(offers_fish 'sgl pr' prove; offers_fish 'sgl show --' --json
            offers_fish 'sgl prove examples/tictactoe.sgl --claim care' careful_x
            offers_fish 'sgl play --si' --side)"
fi

if [ -x "$sgl" ]; then
    # Every long option that a command's help tells is in the man page and in each completion.
    missing=$(
        for command in prove check show moves play normal forget eliminate; do
            "$sgl" $command --help
        done | grep -oE '(^|[ ,])--[a-z-]+' | tr -d ' ,' | sort -u | while read -r option; do
            name=${option#--}
            grep -qE -- "Fl -$name( |\$)" $page || echo "$option: not in the man page"
            [ "$name" = help ] && continue
            grep -qE -- "$option( |'|\$)" share/bash-completion/completions/sgl ||
                echo "$option: not in the bash completion"
            grep -qE -- "$option(\[|[^a-z-])" share/zsh/site-functions/_sgl ||
                echo "$option: not in the zsh completion"
            grep -qE -- "-l $name( |\$)" share/fish/vendor_completions.d/sgl.fish ||
                echo "$option: not in the fish completion"
        done
    )
    claim "every option is in the man page and the completions" "$missing"
fi

exit $status
