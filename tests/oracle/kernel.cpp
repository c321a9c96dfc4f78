// The kernel in C++: the same search, table, order of sums and games, as fast as g++ makes them. What the WebAssembly
// costs is measured against it; it shares no code with `src/`. Boards up to 32768; no exact table under a cut.
//
//     g++ -std=c++20 -O3 -march=native tests/oracle/kernel.cpp -o kernel
//
// Standard input has commands, standard output a line of JSON for each search and each batch of games:
//
//     form <graded> <runs> <FORM of src/core/kernel/memory.ts: 61 numbers>
//     rules <spawned> <points> <dead heuristic> <dead> <floor> <cut threshold>
//     table <0 off, 1 exact, 2 deeper> <bits>
//     search <depth> <board: 16 hexadecimal ranks>           → values of up, down, left, right; nodes; hits; ms
//     games <depth> <count> then <board> <generator> each    → [score, slides, nodes] of each; ms
//
// ms: processor time of this thread.

#include <immintrin.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <string>
#include <vector>

namespace {

using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr int LINES = 65536;
constexpr int RANKS = 18;
constexpr double NEVER = -std::numeric_limits<double>::infinity();
enum Direction { UP, DOWN, LEFT, RIGHT };

// ---- Lines: four ranks, the first in the lowest nibble ----

/** Pairs: after the slide towards the first cell, and towards the last. */
using Pair = double __attribute__((vector_size(16)));
using Boards = u64 __attribute__((vector_size(16)));
using Grades = float __attribute__((vector_size(16)));  // g and e of the first of a pair, g and e of the second

struct alignas(32) Slides {
  Boards tiles;  // 16 bits apart: as they stand in a column
  Pair q;
};
Slides lineSlides[LINES];
Grades slidGrades[LINES];
u16 slides[LINES][2];
u32 points[LINES];
std::uint8_t pairs[LINES], runs[LINES];

struct Plain {
  static constexpr bool graded = false;
  double q;
};
struct alignas(16) Graded {
  static constexpr bool graded = true;
  double q;
  float g, e;
};
template <class Line>
Line lines[LINES];

struct Form {
  double constant, empty, merge, minimum, both, gradient, ends;
  double cell[RANKS], slopeTile[RANKS], gradientTile[RANKS];
} form;
bool isGraded = false;

int rankAt(unsigned line, int cell) { return line >> (4 * cell) & 15; }

unsigned reversed(unsigned line) { return line >> 12 | (line >> 4 & 0xf0) | (line << 4 & 0xf00) | (line << 12 & 0xf000); }

unsigned slidLeft(unsigned line, u32& earned) {
  unsigned out = 0, at = 0, held = 0;
  earned = 0;
  for (int cell = 0; cell < 4; cell++) {
    unsigned rank = rankAt(line, cell);
    if (rank == 0) continue;
    if (rank == held && rank < 15) {
      out += 1u << (at - 4);
      earned += 2u << rank;
      held = 0;
    } else {
      out |= rank << at;
      at += 4;
      held = rank;
    }
  }
  return out;
}

void fillRules() {
  auto spread = [](u64 line) { return (line & 15) | (line & 0xf0) << 12 | (line & 0xf00) << 24 | (line & 0xf000) << 36; };
  for (unsigned line = 0; line < LINES; line++) {
    u32 ignored;
    slides[line][0] = slidLeft(line, points[line]);
    slides[line][1] = reversed(slidLeft(reversed(line), ignored));
    lineSlides[line].tiles = Boards{spread(slides[line][0]), spread(slides[line][1])};
    for (int cell = 1; cell < 4; cell++) pairs[line] += rankAt(line, cell) != 0 && rankAt(line, cell) == rankAt(line, cell - 1);
    int run = 0, last = 0;
    for (int cell = 0; cell < 4; cell++) {
      int rank = rankAt(line, cell);
      if (rank == 0) continue;
      run = rank == last ? run + 1 : 1;
      last = rank;
      runs[line] += run == 2 ? 2 : run > 2;
    }
  }
}

template <class Line>
void fillLines(bool countsRuns) {
  for (unsigned line = 0; line < LINES; line++) {
    int rank[4];
    double falls[3], rises[3];
    for (int cell = 0; cell < 4; cell++) rank[cell] = rankAt(line, cell);
    for (int i = 0; i < 3; i++) {
      double step = form.slopeTile[rank[i + 1]] - form.slopeTile[rank[i]];
      falls[i] = std::max(-step, 0.0);
      rises[i] = std::max(step, 0.0);
    }
    double fall = falls[1] + falls[2] + falls[0], rise = rises[1] + rises[2] + rises[0];
    double cells = form.constant + form.cell[rank[1]] + form.cell[rank[2]] + form.cell[rank[3]] +
                   form.empty * ((rank[1] == 0) + (rank[2] == 0) + (rank[3] == 0));
    Line& entry = lines<Line>[line];
    entry.q = cells + form.cell[rank[0]] + (rank[0] == 0 ? form.empty : 0) +
              form.merge * (countsRuns ? runs[line] : pairs[line]) + form.minimum * std::min(fall, rise) +
              form.both * (fall + rise);
    if constexpr (Line::graded) {
      const double* tile = form.gradientTile;
      entry.g = 1.5 * (tile[rank[0]] - tile[rank[3]]) + 0.5 * (tile[rank[1]] - tile[rank[2]]);
      entry.e = form.slopeTile[rank[3]] - form.slopeTile[rank[0]];
    }
  }
  for (unsigned line = 0; line < LINES; line++) {
    const Line &first = lines<Line>[slides[line][0]], &last = lines<Line>[slides[line][1]];
    lineSlides[line].q = Pair{first.q, last.q};
    if constexpr (Line::graded) slidGrades[line] = Grades{first.g, first.e, last.g, last.e};
  }
}

// ---- Boards: cell i in bits 4i … 4i + 3 ----

constexpr u64 LOW_BITS = 0x1111111111111111;

unsigned lineOf(u64 board, int line) { return board >> (16 * line) & 0xffff; }

u64 transposed(u64 x) {
  u64 a = (x & 0xf0f00f0ff0f00f0f) | (x & 0x0000f0f00000f0f0) << 12 | (x & 0x0f0f00000f0f0000) >> 12;
  return (a & 0xff00ff0000ff00ff) | (a & 0x00ff00ff00000000) >> 24 | (a & 0x00000000ff00ff00) << 24;
}

/** The lowest bit of the nibble of each empty cell. */
u64 emptyCells(u64 x) {
  x |= x >> 2;
  x |= x >> 1;
  return ~x & LOW_BITS;
}

u64 slideColumns(u64 columns, int side) {
  auto tiles = [&](int line) { return lineSlides[lineOf(columns, line)].tiles[side]; };
  return tiles(0) | tiles(1) << 4 | tiles(2) << 8 | tiles(3) << 12;
}

u64 slideRows(u64 rows, int side) {
  return u64{slides[lineOf(rows, 0)][side]} | u64{slides[lineOf(rows, 1)][side]} << 16 |
         u64{slides[lineOf(rows, 2)][side]} << 32 | u64{slides[lineOf(rows, 3)][side]} << 48;
}

u32 pointsOf(u64 lines) {
  return points[lineOf(lines, 0)] + points[lineOf(lines, 1)] + points[lineOf(lines, 2)] + points[lineOf(lines, 3)];
}

u32 faceSum(u64 board) {
  u32 sum = 0;
  for (int shift = 0; shift < 64; shift += 4) sum += (1u << (board >> shift & 15)) & ~1u;
  return sum;
}

// ---- Settings ----

struct Rules {
  int spawned, points, deadHeuristic;
  double dead, floor, cut;
} rules;

// ---- Transposition table: 64-byte buckets of four entries, as denseTable.ts ----

struct Entry {
  u64 word;  // the mixed board less the bits that number the bucket, the generation, 6 bits of depth left
  double value;
};

class Table {
 public:
  enum Mode { OFF, EXACT, DEEPER } mode = OFF;

  void make(Mode rule, unsigned bits) {
    mode = rule;
    if (mode == OFF) return;
    std::free(entries);
    indexBits = bits - 2;
    size = sizeof(Entry) << bits;
    entries = static_cast<Entry*>(std::aligned_alloc(64, size));
    clear();
  }

  /** Empties it: entries of older generations are not there. */
  void next() {
    if (mode == OFF || !isUsed) return;
    isUsed = false;
    if ((++generation << 6) >> indexBits != 0) {
      clear();
      generation = 1;
    }
    stamp = generation << 6;
  }

  const Entry* find(u64 board, u64 depth) const {
    u64 key = mixed(board), tag = tagOf(key) | depth, most = mode == DEEPER ? 63 - depth : 0;
    const Entry *bucket = bucketOf(key), *found = nullptr;
    for (int i = 0; i < 4; i++) found = bucket[i].word - tag <= most ? bucket + i : found;
    return found;
  }

  void fetch(u64 board) const { __builtin_prefetch(bucketOf(mixed(board))); }

  void remember(u64 board, u64 depth, double value) {
    u64 key = mixed(board), tag = tagOf(key), staleBits = (u64{1} << indexBits) - 64, least = ~u64{0};
    Entry *bucket = bucketOf(key), *chosen = bucket;
    for (Entry* entry = bucket; entry < bucket + 4; entry++) {
      bool isStale = ((entry->word ^ stamp) & staleBits) != 0;
      if (isStale || (mode == DEEPER && (entry->word ^ tag) <= 63)) {
        chosen = entry;
        break;
      }
      if ((entry->word & 63) < least) {
        least = entry->word & 63;
        chosen = entry;
      }
    }
    isUsed = true;
    *chosen = {tag | depth, value};
  }

 private:
  Entry* entries = nullptr;
  unsigned indexBits = 0;
  u64 generation = 0, stamp = 0;
  std::size_t size = 0;
  bool isUsed = false;

  void clear() {
    std::memset(static_cast<void*>(entries), 0, size);
    generation = 0;
    isUsed = true;
  }

  static u64 mixed(u64 board) {
    u64 x = (board ^ board >> 32) * 0x9e3779b97f4a7c15;
    return (x ^ x >> 32) * 0xbf58476d1ce4e5b9;
  }
  Entry* bucketOf(u64 key) const { return entries + (key >> (64 - indexBits) << 2); }
  u64 tagOf(u64 key) const { return key << indexBits | stamp; }
} table;

// ---- Search ----

u64 nodes = 0, hits = 0;
int rootDepth = 0;

template <class Line, bool SPAWNED, bool POINTS>
struct Search {
  static constexpr bool spawned = SPAWNED;

  static double q(unsigned line) { return lines<Line>[line].q; }

  static double sumOfLines(u64 board) {
    return (q(lineOf(board, 0)) + q(lineOf(board, 1))) + (q(lineOf(board, 2)) + q(lineOf(board, 3)));
  }

  /** q, and g and e, of two lines. */
  static Pair qs(unsigned first, unsigned second) {
    if constexpr (Line::graded) return _mm_unpacklo_pd(whole(first), whole(second));
    return Pair{q(first), q(second)};
  }
  static Grades grades(unsigned first, unsigned second) {
    return Grades(_mm_castpd_ps(_mm_unpackhi_pd(whole(first), whole(second))));
  }
  static __m128d whole(unsigned line) { return _mm_load_pd(&lines<Line>[line].q); }

  static Pair qsOf(u64 first, u64 second) {
    return (qs(lineOf(first, 0), lineOf(second, 0)) + qs(lineOf(first, 1), lineOf(second, 1))) +
           (qs(lineOf(first, 2), lineOf(second, 2)) + qs(lineOf(first, 3), lineOf(second, 3)));
  }
  static Grades gradesOf(u64 first, u64 second) {
    return (grades(lineOf(first, 0), lineOf(second, 0)) + grades(lineOf(first, 1), lineOf(second, 1))) +
           (grades(lineOf(first, 2), lineOf(second, 2)) + grades(lineOf(first, 3), lineOf(second, 3)));
  }
  static Pair graded(Grades rows, Grades columns) {
    const Grades signs = {-0.0f, -0.0f, -0.0f, -0.0f};
    Grades sums = Grades(_mm_andnot_ps(signs, rows)) + Grades(_mm_andnot_ps(signs, columns));
    Pair g = _mm_cvtps_pd(_mm_shuffle_ps(sums, sums, 0b1000)), e = _mm_cvtps_pd(_mm_shuffle_ps(sums, sums, 0b1101));
    return form.gradient * g + form.ends * e;
  }

  static double evaluate(u64 rows, u64 columns) {
    double value = sumOfLines(rows) + sumOfLines(columns);
    if constexpr (Line::graded) value += graded(gradesOf(rows, rows), gradesOf(columns, columns))[0];
    return value;
  }

  /** The mean over the next tile: each changes one row and one column. Pairs: after a 2, and after a 4. */
  static double spawnedMean(u64 rows) {
    u64 columns = transposed(rows), cells = emptyCells(rows);
    double sum = sumOfLines(rows) + sumOfLines(columns), count = std::popcount(cells), total = 0;
    Grades rowGrades{}, columnGrades{};
    if constexpr (Line::graded) {
      rowGrades = gradesOf(rows, rows);
      columnGrades = gradesOf(columns, columns);
    }
    for (; cells != 0; cells &= cells - 1) {
      int cell = std::countr_zero(cells) >> 2;
      unsigned row = lineOf(rows, cell >> 2), column = lineOf(columns, cell & 3);
      unsigned row2 = row | 1 << (4 * (cell & 3)), row4 = row | 2 << (4 * (cell & 3));
      unsigned column2 = column | 1 << (4 * (cell >> 2)), column4 = column | 2 << (4 * (cell >> 2));
      Pair values = sum - q(row) - q(column) + qs(row2, row4) + qs(column2, column4);
      if constexpr (Line::graded)
        values += graded(rowGrades - grades(row, row) + grades(row2, row4),
                         columnGrades - grades(column, column) + grades(column2, column4));
      values *= Pair{0.9, 0.1};
      total += values[0];
      total += values[1];
    }
    return total / count;
  }

  static double leaf(u64 afterstate) {
    if constexpr (SPAWNED) return spawnedMean(afterstate);
    return evaluate(afterstate, transposed(afterstate));
  }

  static double unfloored(u64 board, double best) {
    if (best != NEVER) return best;
    return rules.deadHeuristic ? evaluate(board, transposed(board)) : rules.dead;
  }
  static double playerResult(u64 board, double best) { return std::max(unfloored(board, best), rules.floor); }

  // -- The last chance node, all its tiles and slides at once: a tile changes one line of each slide --

  struct Others {
    Pair q;
    Boards crossing;
    Grades grades;
    u32 points;
  };

  static void prepare(Others others[4], u64 board) {
    unsigned line[4];
    Boards tiles[4];
    for (int i = 0; i < 4; i++) {
      line[i] = lineOf(board, i);
      tiles[i] = lineSlides[line[i]].tiles << (4 * i);
    }
    for (int i = 0; i < 4; i++) {
      int a = i == 0, b = i <= 1 ? 2 : 1, c = i <= 2 ? 3 : 2;
      others[i].crossing = tiles[a] | tiles[b] | tiles[c];
      if constexpr (POINTS) others[i].points = points[line[a]] + points[line[b]] + points[line[c]];
    }
    auto sums = [&](auto of, auto into) {
      auto first = of(0) + of(1), last = of(2) + of(3);
      into(0) = of(1) + last;
      into(1) = of(0) + last;
      into(2) = first + of(3);
      into(3) = first + of(2);
    };
    sums([&](int i) { return lineSlides[line[i]].q; }, [&](int i) -> Pair& { return others[i].q; });
    if constexpr (Line::graded)
      sums([&](int i) { return slidGrades[line[i]]; }, [&](int i) -> Grades& { return others[i].grades; });
  }

  /** The two slides along a line that is `line` now. @param before the board, as crossing lines */
  static Pair slidesOf(const Others& others, unsigned line, int offset, u64 before) {
    u64 first = others.crossing[0] | lineSlides[line].tiles[0] << offset;
    u64 last = others.crossing[1] | lineSlides[line].tiles[1] << offset;
    Pair values;
    if constexpr (SPAWNED) {
      values = Pair{first == before ? NEVER : spawnedMean(first), last == before ? NEVER : spawnedMean(last)};
    } else {
      values = others.q + lineSlides[line].q + qsOf(first, last);
      if constexpr (Line::graded) values += graded(others.grades + slidGrades[line], gradesOf(first, last));
      values = Boards{first, last} == before ? Pair{NEVER, NEVER} : values;
    }
    if constexpr (POINTS) values += double(others.points + points[line]);
    return values;
  }

  static Pair larger(Pair a, Pair b) { return Pair(_mm_max_pd(a, b)); }

  template <bool TWOS>
  static double lastTiles(u64 rows) {
    u64 columns = transposed(rows);
    Others inRows[4], inColumns[4];
    prepare(inRows, rows);
    prepare(inColumns, columns);
    double sum = 0;
    for (u64 cells = emptyCells(rows); cells != 0; cells &= cells - 1) {
      int place = std::countr_zero(cells), row = place >> 4, column = place >> 2 & 3;
      auto slidesAfter = [&](u64 rank) {
        unsigned inRow = lineOf(rows, row) | rank << (4 * column), inColumn = lineOf(columns, column) | rank << (4 * row);
        return larger(slidesOf(inColumns[column], inColumn, 4 * column, rows | rank << place),
                      slidesOf(inRows[row], inRow, 4 * row, columns | rank << (16 * column + 4 * row)));
      };
      Pair fours = slidesAfter(2), twos = TWOS ? slidesAfter(1) : fours;
      Pair best = larger(Pair{twos[0], fours[0]}, Pair{twos[1], fours[1]});
      if (best[0] == NEVER || best[1] == NEVER)
        best = Pair{unfloored(rows | u64{1} << place, best[0]), unfloored(rows | u64{2} << place, best[1])};
      best = larger(best, Pair{rules.floor, rules.floor}) * Pair{0.9, 0.1};
      if (TWOS) sum += best[0];
      sum += best[1];
    }
    return sum;
  }

  /** Values of the two slides along all lines as leaves. @param before the board as crossing lines */
  static Pair slidesOfAll(u64 board, u64 before) {
    const Slides* line[4];
    for (int i = 0; i < 4; i++) line[i] = &lineSlides[lineOf(board, i)];
    Boards after = line[0]->tiles | line[1]->tiles << 4 | line[2]->tiles << 8 | line[3]->tiles << 12;
    Pair values = (line[0]->q + line[1]->q) + (line[2]->q + line[3]->q) + qsOf(after[0], after[1]);
    if constexpr (Line::graded) {
      auto slid = [&](int i) { return slidGrades[lineOf(board, i)]; };
      values += graded((slid(0) + slid(1)) + (slid(2) + slid(3)), gradesOf(after[0], after[1]));
    }
    if constexpr (POINTS) values += double(pointsOf(board));
    return after == before ? Pair{NEVER, NEVER} : values;
  }

  // -- The tree above --

  static double chance(u64 afterstate, int depth, double reach) {
    if (depth == 0 || reach < rules.cut) return leaf(afterstate);
    if (table.mode != Table::OFF)
      if (const Entry* known = depth == rootDepth ? nullptr : table.find(afterstate, depth)) {
        hits++;
        return known->value;
      }
    double value = meanOverTiles(afterstate, depth, reach);
    if (table.mode != Table::OFF && depth != rootDepth) table.remember(afterstate, depth, value);
    return value;
  }

  static double meanOverTiles(u64 afterstate, int depth, double reach) {
    u64 cells = emptyCells(afterstate);
    double count = std::popcount(cells), each = reach / count, sum = 0;
    bool twosAreLast = depth == 1 || each * 0.9 < rules.cut, foursAreLast = depth == 1 || each * 0.1 < rules.cut;
    if (twosAreLast) {
      nodes += 8 * std::popcount(cells);
      return lastTiles<true>(afterstate) / count;
    }
    if (foursAreLast) {
      nodes += 4 * std::popcount(cells);
      sum = lastTiles<false>(afterstate);
    }
    for (; cells != 0; cells &= cells - 1) {
      u64 cell = cells & -cells;
      sum += 0.9 * player(afterstate | cell, depth - 1, each * 0.9);
      if (!foursAreLast) sum += 0.1 * player(afterstate | cell << 1, depth - 1, each * 0.1);
    }
    return sum / count;
  }

  static double player(u64 board, int depth, double reach) {
    nodes += 4;
    u64 columns = transposed(board);
    u64 after[4] = {slideColumns(columns, 0), slideColumns(columns, 1), slideRows(board, 0), slideRows(board, 1)};
    if (table.mode != Table::OFF && depth != 0 && reach >= rules.cut)
      for (u64 each : after) table.fetch(each);
    double best = NEVER;
    for (int direction = UP; direction <= RIGHT; direction++)
      if (after[direction] != board)
        best = std::max(best, withPoints(chance(after[direction], depth, reach), direction <= DOWN ? columns : board));
    return playerResult(board, best);
  }

  static double withPoints(double value, u64 lines) {
    if constexpr (POINTS) value += pointsOf(lines);
    return value;
  }

  /** One slide of the root, with an empty table. */
  static double rootSlide(u64 after, u64 lines, int depth) {
    table.next();
    rootDepth = depth;
    return withPoints(chance(after, depth, 1), lines);
  }
};

// ---- Games ----

struct Game {
  u64 board, random;
  double score = 0, tried = 0;
  int turns = 0;
  int firstSlide[RANKS];
  int lowestUnseen;

  explicit Game(u64 board, u64 random) : board(board), random(random) {
    std::fill(firstSlide, firstSlide + RANKS, -1);
    noteRanks();
  }

  void noteRanks() {
    for (int shift = 0; shift < 64; shift += 4) {
      int& first = firstSlide[board >> shift & 15];
      if (first < 0) first = turns;
    }
    lowestUnseen = 1;
    while (firstSlide[lowestUnseen] >= 0) lowestUnseen++;
  }

  u32 below(u32 n) {
    random += 0x9e3779b97f4a7c15;
    u64 z = random;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return ((z ^ z >> 31) >> 32) * u64{n} >> 32;
  }

  /** The empty cell of a number, from 0. */
  static u64 emptyCell(u64 cells, u32 number) {
    // Each nibble counts the empty cells up to it; the first that has the count is the cell.
    u64 match = emptyCells(cells * LOW_BITS ^ (number + 1) * LOW_BITS);
    return match & -match;
  }

  static bool isHigher(double value, double than) {
    return value > than && std::fabs(value - than) > 1e-11 * std::max(std::fabs(value), std::fabs(than));
  }

  template <class Searcher>
  void play(int depth) {
    for (u32 sum = faceSum(board);;) {
      if (sum + 4 * depth >= 65536) std::abort();
      u64 columns = transposed(board);
      auto after = [&](int direction) {
        return direction <= DOWN ? slideColumns(columns, direction) : slideRows(board, direction - LEFT);
      };
      int chosen = -1;
      double best = NEVER, values[4];
      nodes = 4;
      if (depth == 0 && !Searcher::spawned) {
        Pair vertical = Searcher::slidesOfAll(columns, board), horizontal = Searcher::slidesOfAll(board, columns);
        values[UP] = vertical[0], values[DOWN] = vertical[1], values[LEFT] = horizontal[0], values[RIGHT] = horizontal[1];
      } else {
        for (int direction = UP; direction <= RIGHT; direction++) {
          u64 next = after(direction);
          values[direction] = next == board ? NEVER : Searcher::rootSlide(next, direction <= DOWN ? columns : board, depth);
        }
      }
      for (int direction = UP; direction <= RIGHT; direction++) {
        double value = values[direction];
        if (value > best && (chosen < 0 || isHigher(value, best))) {
          best = value;
          chosen = direction;
        }
      }
      if (chosen < 0) return;
      u32 earned = pointsOf(chosen <= DOWN ? columns : board);
      tried += nodes;
      score += earned;
      turns++;
      u64 next = after(chosen), cells = emptyCells(next), cell = emptyCell(cells, below(std::popcount(cells)));
      bool isFour = below(10) == 0;
      board = next | cell << isFour;
      sum += 2 << isFour;
      // A rank is new only where a merge was worth as much, or among the first tiles.
      if (lowestUnseen <= 2 || earned >> lowestUnseen != 0) noteRanks();
    }
  }

};

// ---- Commands ----

double processorMs() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

template <class Line, bool SPAWNED>
void withPointsRule(auto&& act) {
  if (rules.points) act(Search<Line, SPAWNED, true>{});
  else act(Search<Line, SPAWNED, false>{});
}
template <class Line>
void withLeafRule(auto&& act) {
  if (rules.spawned) withPointsRule<Line, true>(act);
  else withPointsRule<Line, false>(act);
}
void withSearch(auto&& act) {
  if (isGraded) withLeafRule<Graded>(act);
  else withLeafRule<Plain>(act);
}

double readNumber() {
  double number;
  if (std::scanf("%lf", &number) != 1) std::exit(1);
  return number;
}

u64 readHexadecimal(bool firstIsLowest) {
  char text[17];
  if (std::scanf("%16s", text) != 1) std::exit(1);
  std::string digits = text;
  if (firstIsLowest) std::reverse(digits.begin(), digits.end());
  return std::stoull(digits, nullptr, 16);
}

void search() {
  int depth = readNumber();
  u64 board = readHexadecimal(true), columns = transposed(board);
  u64 after[4] = {slideColumns(columns, 0), slideColumns(columns, 1), slideRows(board, 0), slideRows(board, 1)};
  double values[4], start = processorMs();
  nodes = hits = 0;
  withSearch([&]<class Searcher>(Searcher) {
    for (int direction = UP; direction <= RIGHT; direction++)
      values[direction] = after[direction] == board
                              ? NEVER
                              : Searcher::rootSlide(after[direction], direction <= DOWN ? columns : board, depth);
  });
  double ms = processorMs() - start;
  std::printf("{\"values\":[");
  for (int direction = UP; direction <= RIGHT; direction++)
    if (values[direction] == NEVER) std::printf("null%s", direction < RIGHT ? "," : "");
    else std::printf("%.17g%s", values[direction], direction < RIGHT ? "," : "");
  std::printf("],\"nodes\":%llu,\"hits\":%llu,\"ms\":%.6f}\n", (unsigned long long)nodes, (unsigned long long)hits, ms);
}

void games() {
  int depth = readNumber();
  std::vector<Game> batch;
  for (int left = readNumber(); left > 0; left--) {
    u64 board = readHexadecimal(true);
    batch.emplace_back(board, readHexadecimal(false));
  }
  double start = processorMs();
  withSearch([&]<class Searcher>(Searcher) {
    for (Game& game : batch) game.play<Searcher>(depth);
  });
  double ms = processorMs() - start;
  std::printf("{\"games\":[");
  for (std::size_t i = 0; i < batch.size(); i++)
    std::printf("%s[%.0f,%d,%.0f]", i == 0 ? "" : ",", batch[i].score, batch[i].turns, batch[i].tried);
  std::printf("],\"ms\":%.6f}\n", ms);
}

}  // namespace

int main() {
  fillRules();
  char command[16];
  while (std::scanf("%15s", command) == 1) {
    std::string name = command;
    if (name == "form") {
      isGraded = readNumber() != 0;
      bool countsRuns = readNumber() != 0;
      double* numbers = &form.constant;
      for (std::size_t i = 0; i < sizeof form / sizeof(double); i++) numbers[i] = readNumber();
      if (isGraded) fillLines<Graded>(countsRuns);
      else fillLines<Plain>(countsRuns);
    } else if (name == "rules") {
      rules.spawned = readNumber();
      rules.points = readNumber();
      rules.deadHeuristic = readNumber();
      rules.dead = readNumber();
      rules.floor = readNumber();
      rules.cut = readNumber();
    } else if (name == "table") {
      int rule = readNumber();
      table.make(static_cast<Table::Mode>(rule), readNumber());
    } else if (name == "search") search();
    else if (name == "games") games();
    else return 1;
  }
}
