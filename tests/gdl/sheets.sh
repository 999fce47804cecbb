#!/bin/sh
# sheets.sh FOLDER [PART-OF-A-NAME]: what sgl show says about the rule sheets of a folder, beside
# the facts in its truth.json and the notes in its bad/notes.tsv. Prints a table: each sheet, whether
# the facts agree, processor seconds and MiB. The folder is that of SGL_GDL_SHEETS where none is
# named; without either there is nothing to do. SGL_BUILD is where sgl_tests was built (build/).

folder=${1:-$SGL_GDL_SHEETS}
[ -n "$folder" ] || exit 0
folder=$(cd "$folder" && pwd -P) || exit 1
cd "$(dirname "$0")/../.." || exit 1
SGL_GDL_SHEETS=$folder SGL_GDL_ONLY=$2 exec "${SGL_BUILD:-build}/sgl_tests" "[folder]"
