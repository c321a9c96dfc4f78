/** Boards as other programs write them. */
import { type Board, face } from '../../../src/core/games/twenty48/board'

export type Rows = readonly (readonly number[])[]

/** Four rows of faces. */
export const rowsOf = (b: Board): Rows => [0, 4, 8, 12].map(i => b.slice(i, i + 4).map(face))
const or = (empty: string) => (value: number | string) => (value === 0 ? empty : String(value))
const lines = (rows: readonly (readonly (number | string)[])[], between: string, empty: string, end = '\n') =>
  rows.map(row => row.map(or(empty)).join(between)).join(end)
const padded = (row: readonly number[], empty: string) => row.map(value => or(empty)(value).padStart(7)).join('')
const markdown = (rows: Rows) => rows.map(row => `| ${row.map(or(' ')).join(' | ')} |`).join('\n')
const scientific = (value: number) => value.toExponential(5).replace(/e\+(\d)$/, 'e+0$1')
const grouped = (value: number, by: string) => String(value).replace(/(?=(?:\d{3})+$)(?!^)/, by)

const transposed = (rows: Rows): Rows => rows.map((_, i) => rows.map(row => row[i]!))

/** Each form writes four rows of faces, 0 for an empty cell. */
export const POSITION_FORMS: readonly (readonly [form: string, write: (rows: Rows) => string])[] = [
  ['a flat list', rows => JSON.stringify(rows.flat())],
  ['a nested list', rows => JSON.stringify(rows)],
  ['a nested list on many lines', rows => JSON.stringify(rows, undefined, 2)],
  ['a nested list with tabs before its lines', rows => JSON.stringify(rows, undefined, '\t')],
  ['null for empty cells', rows => JSON.stringify(rows.map(row => row.map(value => value || null)))],
  ['None for empty cells, tuples', rows => `((${lines(rows, ', ', 'None', '), (')}))`],
  ['an array of Java or C', rows => `{{${lines(rows, ',', '0', '},\n {')}}};`],
  ['what NumPy prints', rows => `[[${rows.map(row => padded(row, '0')).join(']\n [')}]]`],
  ['fractions of NumPy', rows => `[[${lines(rows, '. ', '0', '.]\n [')}.]]`],
  ['an array that NumPy writes', rows => `np.array([[${lines(rows, ', ', '0', '],\n       [')}]], dtype=int64)`],
  ['one list on four lines with commas at their ends', rows => lines(rows, ', ', '0', ',\n') + ','],
  ['a sheet', rows => lines(rows, '\t', '', '\r\n') + '\r\n'],
  ['a sheet that groups thousands', rows => rows.map(row => row.map(v => (v ? grouped(v, ',') : '')).join('\t')).join('\n')],
  ['one that groups them as in Switzerland', rows => rows.map(row => row.map(v => grouped(v, '’')).join('\t')).join('\n')],
  ['CSV', rows => lines(rows, ',', '', '\n')],
  ['CSV with quotes and thousands', rows => rows.map(row => row.map(v => `"${grouped(v, ',')}"`).join(',')).join('\n')],
  ['CSV with semicolons', rows => lines(rows, ';', '', '\r\n')],
  ['16 fields on a line', rows => lines(rows, ',', '', ',')],
  ['a Markdown table', rows => `|---|---|---|---|\n${rows.map(row => `| ${row.map(or(' ')).join(' | ')} |`).join('\n')}`],
  ['a Markdown table with a heading', rows => `| a | b | c | d |\n|---|:--|--:|---|\n${markdown(rows)}`],
  ['one with empty headings', rows => `| | | | |\n| --- | --- | --- | --- |\n${markdown(rows)}\n`],
  ['one with numbers as headings', rows => `| 1 | 2 | 3 | 4 |\n| --- | --- | --- | --- |\n${markdown(rows)}\n`],
  ['one whose first row is the heading', rows => markdown(rows).replace('\n', '\n|---|---|---|---|\n')],
  ['a sheet with a heading', rows => `Column 1\tColumn 2\tleft\tX\r\n${lines(rows, '\t', '', '\r\n')}`],
  ['CSV with a heading', rows => `a,b,c,d\n${lines(rows, ',', '', '\n')}`],
  ['a sheet with a tab at the end of each row', rows => lines(rows, '\t', '', '\t\n') + '\t\n'],
  ['powers of ten of NumPy', rows => `[[${rows.map(row => row.map(scientific).join(' ')).join(']\n [')}]]`],
  ['a matrix of MATLAB', rows => `A = [${lines(rows, ' ', '0', '; ')}];`],
  ['an assignment of C', rows => `int a[4][4] = {{${lines(rows, ',', '0', '},\n {')}}};`],
  ['a vector of R', rows => `b <- c(${lines(rows, ', ', '0', ',\n')})`],
  ['rows of R', rows => `rbind(c(${lines(rows, ', ', '0', '), c(')}))`],
  ['middle dots for empty cells', rows => lines(rows, ' ', '·')],
  ['stars for empty cells', rows => lines(rows, '\t', '*')],
  ['a frame', rows => `+-----+\n${rows.map(row => `|${row.map(or('')).join('|')}|`).join('\n+-----+\n')}\n+-----+`],
  ['a frame of lines', rows => `┌──┬──┐\n${rows.map(row => `│${row.map(or('  ')).join('│')}│`).join('\n├──┼──┤\n')}\n└──┴──┘`],
  ['with a mark of the order of bytes', rows => `\uFEFF${lines(rows, '\t', '', '\n')}`],
  [
    'a matrix that R prints',
    rows => `     [,1] [,2] [,3] [,4]\n${rows.map((row, i) => `[${i + 1},]${padded(row, '0')}`).join('\n')}`,
  ],
  [
    'one with names, behind its prompt',
    rows => `> b\n    a b c d\n${rows.map((row, i) => `row${i}${padded(row, 'NA')}`).join('\n')}`,
  ],
  ['a data frame of R', rows => `  V1 V2 V3 V4\n${rows.map((row, i) => `${i + 1}${padded(row, '0')}`).join('\n')}`],
  [
    'a vector that R prints',
    rows =>
      ` [1]${rows
        .slice(0, 3)
        .map(row => padded(row, '0'))
        .join('')}\n[13]${padded(rows[3]!, '0')}`,
  ],
  ['a matrix of R by rows', rows => `m <- matrix(c(${lines(rows, ', ', '0', ',\n  ')}), nrow = 4, byrow = TRUE)`],
  [
    'columns that R binds',
    rows =>
      `cbind(${transposed(rows)
        .map(row => `c(${row.join(', ')})`)
        .join(', ')})`,
  ],
  ['a matrix of R that is transposed', rows => `t(matrix(c(${lines(rows, ', ', '0', ', ')}), nrow=4))`],
  [
    'a data frame of Python by columns',
    rows =>
      `pd.DataFrame({${transposed(rows)
        .map((row, i) => `'${'abcd'[i]}': [${row.join(', ')}]`)
        .join(', ')}})`,
  ],
  ['columns in JSON', rows => JSON.stringify(Object.fromEntries(transposed(rows).map((row, i) => [`c${i + 1}`, row])))],
  ['columns in JSON, named as that', rows => JSON.stringify({ columns: transposed(rows) })],
  ['records in JSON', rows => JSON.stringify(rows.map(([a, b, c, d]) => ({ a, b, c, d })))],
  ['a list that NumPy shapes', rows => `np.array([${rows.flat().join(', ')}]).reshape(4, 4)`],
  ['one that it shapes by columns', rows => `np.array([${transposed(rows).flat().join(', ')}]).reshape((4, 4), order='F')`],
  ['one that it transposes', rows => `np.transpose(${JSON.stringify(transposed(rows))})`],
  ['one that is transposed behind it', rows => `np.array(${JSON.stringify(transposed(rows))}).T`],
  [
    'columns that it stacks',
    rows =>
      `np.column_stack((${transposed(rows)
        .map(row => JSON.stringify(row))
        .join(', ')}))`,
  ],
  ['a list that Julia shapes', rows => `reshape([${transposed(rows).flat().join(', ')}], 4, 4)`],
  [
    'columns that Julia puts together',
    rows =>
      `hcat(${transposed(rows)
        .map(row => JSON.stringify(row))
        .join(', ')})`,
  ],
  [
    'a matrix of MATLAB that is transposed',
    rows =>
      `b = [${transposed(rows)
        .map(row => row.join(' '))
        .join('; ')}].';`,
  ],
  ['one of Mathematica', rows => `Transpose[${JSON.stringify(transposed(rows)).replaceAll('[', '{').replaceAll(']', '}')}]`],
  [
    'one of LaTeX',
    rows =>
      `\\begin{pmatrix}${transposed(rows)
        .map(row => row.join(' & '))
        .join(' \\\\ ')}\\end{pmatrix}^T`,
  ],
  ['a list in a block of code', rows => `\`\`\`py\n${JSON.stringify(rows)}\n\`\`\``],
  ['an array of C#', rows => `var board = new int[4, 4] {{${lines(rows, ', ', '0', '}, {')}}}; // now`],
  ['a variable of PHP', rows => `$board = ${JSON.stringify(rows)};`],
  ['a list with a score behind it', rows => JSON.stringify({ board: rows, score: 20_000 })],
  ['dashes for empty cells', rows => lines(rows, ' ', '–')],
  ['a matrix of R by columns', rows => `matrix(c(${lines(transposed(rows), ', ', '0', ', ')}), nrow=4)`],
  ['what R writes for itself', rows => `structure(c(${lines(transposed(rows), 'L, ', '0', 'L, ')}L), dim = c(4L, 4L))`],
  ['NumPy at a prompt', rows => `>>> b\narray([[${lines(rows, ', ', '0', '],\n       [')}]], dtype=uint16)`],
  ['NumPy in a notebook', rows => `Out[3]: \narray([[${lines(rows, ', ', '0', '],\n       [')}]])`],
  ['numbers of NumPy in lists', rows => JSON.stringify(rows).replaceAll(/\d+/g, 'np.int64($&)')],
  ['a tensor', rows => `tensor([[${lines(rows, ', ', '0', '],\n        [')}]], device='cuda:0')`],
  [
    'one of TensorFlow',
    rows => `<tf.Tensor: shape=(4, 4), dtype=int32, numpy=\narray([[${lines(rows, ', ', '0', '],\n [')}]], dtype=int32)>`,
  ],
  ['a matrix of SymPy', rows => `Matrix([\n[${lines(rows, ', ', '0', '],\n[')}]])`],
  ['lists with comments', rows => `board = [\n${rows.map((row, i) => `    [${row.join(', ')}],  # row ${i}`).join('\n')}\n]`],
  ['a frame of pandas', rows => `        0      1      2      3\n${rows.map((row, i) => `${i}${padded(row, '0')}`).join('\n')}`],
  [
    'one with names and without some',
    rows => `   A  B  C  D\n${rows.map((row, i) => `${'wxyz'[i]}${padded(row, 'NaN')}`).join('\n')}`,
  ],
  ['its CSV', rows => `,0,1,2,3\n${rows.map((row, i) => `${i},${row.map(or('')).join(',')}`).join('\n')}`],
  ['its sheet', rows => `\t0\t1\t2\t3\n${rows.map((row, i) => `${i}\t${row.map(or('')).join('\t')}`).join('\n')}`],
  [
    'its Markdown',
    rows => `|    |   0 |   1 |   2 |   3 |\n|---:|----:|----:|----:|----:|\n${markdown(rows).replaceAll(/^/gm, '|  a ')}`,
  ],
  [
    'a frame of Polars',
    rows =>
      `shape: (4, 4)\n┌────┬────┐\n│ a  ┆ b ┆ c ┆ d │\n│ --- ┆ --- ┆ --- ┆ --- │\n│ i64 ┆ i64 ┆ i64 ┆ i64 │\n╞════╪════╡\n${rows.map(row => `│ ${row.join(' ┆ ')} │`).join('\n')}\n└────┴────┘`,
  ],
  [
    'a table of a JavaScript console',
    rows =>
      `┌───┬───┐\n│ (index) │ 0 │ 1 │ 2 │ 3 │\n├───┼───┤\n${rows.map((row, i) => `│ ${i} │ ${row.join(' │ ')} │`).join('\n')}\n└───┴───┘`,
  ],
  ['a matrix that Julia prints', rows => `4×4 Matrix{Int64}:\n${rows.map(row => padded(row, '0')).join('\n')}`],
  [
    'one of hexadecimal numbers',
    rows =>
      `4×4 Matrix{UInt32}:\n ${lines(
        rows.map(row => row.map(v => `0x${v.toString(16).padStart(8, '0')}`)),
        '  ',
        '0',
        '\n ',
      )}`,
  ],
  [
    'a sparse one',
    rows => `4×4 SparseMatrixCSC{Int64, Int64} with 8 stored entries:\n${rows.map(row => padded(row, '⋅')).join('\n')}`,
  ],
  ['vectors of Julia', rows => `4-element Vector{Vector{Int64}}:\n [${lines(rows, ', ', '0', ']\n [')}]`],
  ['a matrix that Julia reads', rows => `UInt32[${lines(rows, ' ', '0', '; ')}]`],
  ['vectors of Rust', rows => `vec![vec![${lines(rows, ', ', '0', '], vec![')}]]`],
  ['an array of Rust', rows => `let board: [[u32; 4]; 4] = [[${lines(rows, ', ', '0', '], [')}]];`],
  ['options of Rust', rows => `[[${rows.map(row => row.map(v => (v ? `Some(${v})` : 'None')).join(', ')).join('], [')}]]`],
  ['typed numbers of Rust', rows => JSON.stringify(rows).replaceAll(/\d+/g, '$&u32')],
  ['a structure of Rust', rows => `Board { cells: ${JSON.stringify(rows)} }`],
  [
    'a matrix of nalgebra',
    rows => `\n  ┌          ┐\n${rows.map(row => `  │ ${padded(row, '0')} │`).join('\n')}\n  └          ┘\n`,
  ],
  ['an array of ndarray', rows => `${JSON.stringify(rows)}, shape=[4, 4], strides=[4, 1], layout=Cc (0x5), const ndim=2`],
  ['a matrix of LaTeX', rows => `\\[ B = \\begin{pmatrix}\n${lines(rows, ' & ', '0', ' \\\\\n')}\n\\end{pmatrix} \\]`],
  ['one on a line', rows => `$\\begin{bmatrix}${lines(rows, '&', '\\cdot', '\\\\')}\\end{bmatrix}$`],
  ['an array of LaTeX', rows => `\\left(\\begin{array}{cccc}\n${lines(rows, ' & ', '', ' \\\\[2pt]\n')}\n\\end{array}\\right)`],
  [
    'a table of LaTeX',
    rows => `\\begin{tabular}{|c|c|c|c|}\n\\hline\n${lines(rows, ' & ', '', ' \\\\ \\hline\n')} \\\\ \\hline\n\\end{tabular}`,
  ],
  [
    'one with headings and labels',
    rows =>
      `\\begin{tabular}{lrrrr}\n\\toprule\n & 0 & 1 & 2 & 3 \\\\\n\\midrule\n${rows.map((row, i) => `${i} & ${row.join(' & ')} \\\\`).join('\n')}\n\\bottomrule\n\\end{tabular}`,
  ],
  [
    'thousands in LaTeX',
    rows => `\\begin{pmatrix}${rows.map(row => row.map(v => grouped(v, '\\,')).join(' & ')).join(' \\\\ ')}\\end{pmatrix}`,
  ],
  ['a matrix that MATLAB prints', rows => `A =\n\n  4×4 uint32 matrix\n\n${rows.map(row => padded(row, '0')).join('\n')}\n`],
  ['lines of MATLAB that go on', rows => `A = [${lines(rows, ', ', '0', '; ...\n     ')}]`],
  ['lists of Mathematica', rows => `Out[1]= {{${lines(rows, ', ', '0', '}, {')}}}`],
  ['a matrix of Mathematica', rows => `Out[1]//MatrixForm= ${rows.map(row => padded(row, '0')).join('\n\n')}`],
  ['a form of Mathematica', rows => `MatrixForm[{{${lines(rows, ', ', '0', '}, {')}}}]`],
  ['a German sheet', rows => rows.map(row => row.map(v => grouped(v, '.')).join('\t')).join('\n')],
  ['German CSV', rows => rows.map(row => row.map(v => grouped(v, '.')).join(';')).join('\n')],
  ['German CSV with quotes', rows => rows.map(row => row.map(v => `"${grouped(v, '.')}"`).join(';')).join('\n')],
  ['German CSV with decimals', rows => rows.map(row => row.map(v => `${grouped(v, '.')},00`).join(';')).join('\n')],
  ['German numbers apart by blanks', rows => rows.map(row => row.map(v => grouped(v, '.')).join(' ')).join('\n')],
  ['thousands apart by blanks', rows => rows.map(row => row.map(v => grouped(v, ' ')).join('\t')).join('\n')],
  ['thousands apart by narrow blanks', rows => rows.map(row => row.map(v => grouped(v, '\u202f')).join(';')).join('\n')],
  ['bold cells of Markdown', rows => markdown(rows).replaceAll(/\d+/g, '**$&**').replace('\n', '\n|:-:|:-:|:-:|:-:|\n')],
  ['bars without a frame', rows => lines(rows, ' | ', '0').replace('\n', '\n--|--|--|--\n')],
  ['lists of YAML', rows => `- [${lines(rows, ', ', '0', ']\n- [')}]`],
  ['a list in a JSON object', rows => `{"board": ${JSON.stringify(rows)}}`],
  ['an array of C#', rows => `int[,] board = new int[,] { { ${lines(rows, ', ', '0', ' }, { ')} } };`],
  ['an array of Go', rows => `board := [4][4]int{{${lines(rows, ', ', '0', '}, {')}}}`],
  ['an array of C++', rows => `std::array<std::array<int, 4>, 4> board = {{{${lines(rows, ', ', '0', '}, {')}}}};`],
  ['lists of Java', rows => `List.of(List.of(${lines(rows, ', ', '0', '), List.of(')}))`],
  ['an array of F#', rows => `[|[|${lines(rows, '; ', '0', '|]; [|')}|]|]`],
]
