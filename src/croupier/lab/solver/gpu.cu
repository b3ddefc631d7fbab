// The loops of the general solver on a GPU: the whole numbers of `kernels.py` and `duels.py`, bit for bit.
//
//   meet        hands that meet on a board: one block a board
//   add_hands   hands that meet without one: the dealer's hands of a grade are added to the sets of cards they hold,
//   read_hands  and the player's hands read off how many hold the card shown and none of theirs
//   back        what positions at the end of a round are worth, added to those before the last cards came
//   forth       how deals end when they are played so
//
// Every loop runs over the grid, so any number of blocks and threads does the same.

typedef unsigned char u8;
typedef unsigned short u16;
typedef long long i64;
typedef unsigned long long u64;

#define NO_HAND 65535
#define MOST_NODES 64
#define MOST_PARTS 64
#define SHARED_CELLS 4096
#define MOST_CHOICES 128
#define NEVER ((i64)1 << 63)

__device__ __forceinline__ void add(i64* into, i64 value) { atomicAdd((u64*)into, (u64)value); }

// The sets that can be held, the worst first. `end` has then, by grade, where the next grade begins.
__device__ void sort_sets(const u16* grades, int sets, int top, int* end, int* order, int* parts) {
  for (int grade = threadIdx.x; grade < top; grade += blockDim.x) end[grade] = 0;
  __syncthreads();
  for (int set = threadIdx.x; set < sets; set += blockDim.x)
    if (grades[set] != NO_HAND && grades[set] + 1 < top) atomicAdd(&end[grades[set] + 1], 1);
  __syncthreads();
  // Running sums: each thread its stretch, then the stretches.
  const int from = (int)((i64)top * threadIdx.x / blockDim.x), to = (int)((i64)top * (threadIdx.x + 1) / blockDim.x);
  int sum = 0;
  for (int grade = from; grade < to; grade++) sum += end[grade];
  parts[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    int before = 0;
    for (int part = 0; part < blockDim.x; part++) {
      const int one = parts[part];
      parts[part] = before;
      before += one;
    }
  }
  __syncthreads();
  sum = parts[threadIdx.x];
  for (int grade = from; grade < to; grade++) {
    sum += end[grade];
    end[grade] = sum;
  }
  __syncthreads();
  for (int set = threadIdx.x; set < sets; set += blockDim.x)
    if (grades[set] != NO_HAND) order[atomicAdd(&end[grades[set]], 1)] = set;
  __syncthreads();
}

// Add some of the dealer's hands to the subsets of their cards.
__device__ void add_sets(const int* subsets, int width, const int* order, int from, int to, int* holds) {
  const i64 work = (i64)(to - from) * width;
  for (i64 i = threadIdx.x; i < work; i += blockDim.x)
    atomicAdd(&holds[subsets[(i64)order[from + i / width] * width + i % width]], 1);
  __syncthreads();
}

// Of the dealer's hands added so far, those that hold none of a player's cards.
__device__ __forceinline__ int free_of(const int* subsets, int width, int evens, const int* holds) {
  int free = 0;
  for (int place = 0; place < evens; place++) free += holds[subsets[place]];
  for (int place = evens; place < width; place++) free -= holds[subsets[place]];
  return free;
}

// From what lies below each band and below the hand to what lies in each band, below, equal and above the hand.
__device__ void spread(int* counts, int grade, int bands, const i64* band_from, int every) {
  const int lower = counts[1], no_better = counts[2];
  for (int band = 0; band < bands; band++) {
    const int below = band == 0 ? 0 : counts[3 * band], end = band == bands - 1 ? every : counts[3 * band + 3];
    int worse = lower - below, equal = no_better - lower, better = end - no_better;
    if (band_from[band + 1] <= grade) worse = end - below, equal = 0, better = 0;
    else if (band_from[band] > grade) worse = 0, equal = 0, better = end - below;
    counts[3 * band] = worse;
    counts[3 * band + 1] = equal;
    counts[3 * band + 2] = better;
  }
}

// `kernels.meet`. The last five arrays but one are room to work in, as much for each block.
extern "C" __global__ void meet(
    int boards, int own_sets, int dealer_sets, const u16* own_grade, const u16* dealer_grade, const int* own,
    int own_width, int evens, const int* dealer, int dealer_width, int bands, const i64* band_from, int every, int held,
    int* all_holds, int* all_own_end, int* all_dealer_end, int* all_own_order, int* all_dealer_order, int* all_counts) {
  __shared__ int parts[1024];
  const int top = (int)band_from[bands];
  int* holds = all_holds + (i64)blockIdx.x * held;
  int* own_end = all_own_end + (i64)blockIdx.x * top;
  int* dealer_end = all_dealer_end + (i64)blockIdx.x * top;
  int* own_order = all_own_order + (i64)blockIdx.x * own_sets;
  int* dealer_order = all_dealer_order + (i64)blockIdx.x * dealer_sets;
  for (int board = blockIdx.x; board < boards; board += gridDim.x) {
    const u16* mine = own_grade + (i64)board * own_sets;
    int* counts = all_counts + (i64)board * own_sets * bands * 3;
    for (int i = threadIdx.x; i < held; i += blockDim.x) holds[i] = 0;
    sort_sets(mine, own_sets, top, own_end, own_order, parts);
    sort_sets(dealer_grade + (i64)board * dealer_sets, dealer_sets, top, dealer_end, dealer_order, parts);
    const int many = own_end[top - 1];
    int added = 0, band = 0, at = 0;
    while (at < many || band + 1 < bands) {
      const int grade = at < many ? mine[own_order[at]] : top;
      // Whole bands below this hand: everyone learns how many hands lie below where the next one begins.
      while (band + 1 < bands && band_from[band + 1] <= grade) {
        band++;
        const int upto = dealer_end[band_from[band] - 1];
        add_sets(dealer, dealer_width, dealer_order, added, upto, holds);
        added = upto;
        for (int set = threadIdx.x; set < own_sets; set += blockDim.x)
          if (mine[set] != NO_HAND)
            counts[((i64)set * bands + band) * 3] = free_of(own + (i64)set * own_width, own_width, evens, holds);
        __syncthreads();
      }
      if (at == many) break;
      const int stop = own_end[grade], lower = grade ? dealer_end[grade - 1] : 0, no_better = dealer_end[grade];
      for (int which = 1; which < 3; which++) {
        const int upto = which == 1 ? lower : no_better;
        if (added < upto) {
          add_sets(dealer, dealer_width, dealer_order, added, upto, holds);
          added = upto;
        }
        for (int one = at + threadIdx.x; one < stop; one += blockDim.x) {
          const i64 set = own_order[one];
          counts[set * bands * 3 + which] = free_of(own + set * own_width, own_width, evens, holds);
        }
        __syncthreads();
      }
      at = stop;
    }
    for (int set = threadIdx.x; set < own_sets; set += blockDim.x)
      if (mine[set] != NO_HAND) spread(counts + (i64)set * bands * 3, mine[set], bands, band_from, every);
    __syncthreads();
  }
}

// Add the dealer's hands from `from` to `to` to how many hands hold each set of cards, one thread a subset.
extern "C" __global__ void add_hands(
    const u8* dealer, const int* order, int from, int to, int size, int shows, const i64* choose,
    const int* table_from, int* holds) {
  const i64 work = (i64)(to - from) << size;
  for (i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x; i < work; i += (i64)gridDim.x * blockDim.x) {
    const u8* cards = dealer + (i64)order[from + (i >> size)] * size;
    int number = 0, place = 0;
    for (int one = 0; one < size; one++)
      if (i >> one & 1) number += (int)choose[cards[one] * 8 + ++place];
    if (place >= shows) atomicAdd(&holds[table_from[place] + number], 1);
  }
}

// For each hand and card shown, the alternating sum over the subsets of the hand: hands that hold the card and avoid it.
extern "C" __global__ void read_hands(
    const u8* own, int own_size, const u8* up, int ups, int from, int to, int dealer_size, int shows,
    const i64* choose, const int* table_from, const int* holds, int* found) {
  const i64 work = (i64)(to - from) * ups;
  for (i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x; i < work; i += (i64)gridDim.x * blockDim.x) {
    const i64 hand = from + i / ups, column = i % ups;
    const u8* cards = own + hand * own_size;
    const int shown = shows ? up[hand * ups + column] : -1;
    int sum = 0;
    for (int chosen = 0; chosen < 1 << own_size; chosen++) {
      int number = 0, place = 0, cards_in = 0;
      bool in = !shows;
      for (int one = 0; one < own_size; one++) {
        if (!(chosen >> one & 1)) continue;
        if (!in && shown < cards[one]) {
          number += (int)choose[shown * 8 + ++place];
          in = true;
        }
        number += (int)choose[cards[one] * 8 + ++place];
        cards_in++;
      }
      if (!in) number += (int)choose[shown * 8 + ++place];
      if (place > dealer_size) continue;
      const int each = holds[table_from[place] + number];
      sum += cards_in & 1 ? -each : each;
    }
    found[hand * ups + column] = sum;
  }
}

// By node, what a position is worth, each after its children; and what the nodes that decide there do.
//
//   children  by node, those that its actions lead to, -1 for none; a node without is an end
//   decides   by node, its place among those that decide with the last cards in sight, -1 for others
//   allowed   by node, action and own cards, whether it may be done; nothing where everything may
__device__ void weigh(
    int kind, const int* counts, int cells, int kinds, const i64* net, int nodes, const int* children, int most,
    const int* decides, const u8* allowed, i64 hands, i64 hand, u8* best, i64 positions, i64* worth) {
  for (int node = 0; node < nodes; node++) {
    i64 value = 0;
    if (children[node * most] < 0) {
      const i64* each = net + ((i64)node * kinds + kind) * cells;
      if (kind >= 0)
        for (int cell = 0; cell < cells; cell++) value += counts[cell] * each[cell];
    } else if (decides[node] >= 0) {
      int chosen = 0;
      value = NEVER;
      for (int place = 0; place < most && children[node * most + place] >= 0; place++) {
        if (allowed && !allowed[((i64)node * most + place) * hands + hand]) continue;
        const i64 other = worth[children[node * most + place]];
        if (other > value) {
          value = other;
          chosen = place;
        }
      }
      best[decides[node] * positions] = (u8)chosen;
    }
    worth[node] = value;
  }
}

// `General.back`: one block a row. Where own cards are rows there is one level, and what every node is worth is kept.
extern "C" __global__ void back(
    int rows, int columns, int by_row, const short* kind, const int* counts, int cells, int kinds, const i64* net,
    int nodes, const int* children, int most, const int* decides, const u8* allowed, int hands, int first,
    const int* summed, int sums, const u8* boards, int width, const i64* weight, const i64* parts, int many_parts,
    int part_size, const int* row, const u8* naming, const int* moved, const i64* choose, i64 earlier, u8* best,
    i64* total) {
  __shared__ i64 there[MOST_PARTS];
  __shared__ int names[MOST_PARTS];
  const i64 positions = (i64)rows * columns;
  for (int board = blockIdx.x; board < rows; board += gridDim.x) {
    for (int part = threadIdx.x; part < many_parts; part += blockDim.x) {
      i64 number = 0;
      for (int place = 0; place < part_size; place++)
        number += choose[boards[(i64)board * width + parts[part * part_size + place]] * 8 + place + 1];
      there[part] = row[number];
      names[part] = naming[number];
    }
    __syncthreads();
    for (int hand = threadIdx.x; hand < columns; hand += blockDim.x) {
      const i64 at = (i64)board * columns + hand;
      i64 worth[MOST_NODES];
      weigh(
          kind[at], counts + at * cells, cells, kinds, net, nodes, children, most, decides, allowed, hands,
          by_row ? first + board : hand, best + at, positions, worth);
      for (int one = 0; one < sums; one++) {
        const i64 value = worth[summed[one]];
        if (!many_parts) total[one * positions + at] = value;
        else if (kind[at] >= 0)
          for (int part = 0; part < many_parts; part++)
            add(&total[one * earlier + there[part] * columns + moved[(i64)names[part] * columns + hand]],
                weight[board] * value);
      }
    }
    __syncthreads();
  }
}

// `kernels.follow`: one block a row. `places` is room for where each way's boards are, as much for each block.
extern "C" __global__ void forth(
    int rows, int columns, int by_row, int first, const short* kind, const int* counts, int cells, int kinds,
    const i64* weight, const u8* boards, int width, const i64* chains, int many_chains, int levels, int nodes, int root,
    const int* children, int most, const int* level_of, const u8* choice, const i64* place, const i64* offset,
    const int* row, const u8* naming, const int* moved, const i64* choose, int* places, i64* all_ends, i64* all_went) {
  __shared__ i64 shared_ends[SHARED_CELLS];
  const i64 end_cells = (i64)nodes * kinds * cells;
  const int choices = nodes * most, ways = many_chains * levels;
  i64* ends = end_cells <= SHARED_CELLS ? shared_ends : all_ends;
  i64 went[MOST_CHOICES];
  for (int i = 0; i < choices; i++) went[i] = 0;
  if (ends == shared_ends)
    for (int i = threadIdx.x; i < end_cells; i += blockDim.x) ends[i] = 0;
  int* there = places + (i64)blockIdx.x * 2 * ways;
  int* names = there + ways;
  __syncthreads();
  for (int board = blockIdx.x; board < rows; board += gridDim.x) {
    for (int way = threadIdx.x; way < ways && !by_row; way += blockDim.x) {
      i64 number = offset[way % levels];
      int picked = 0;
      for (int card = 0; card < width; card++)
        if (chains[way] >> card & 1) number += choose[boards[(i64)board * width + card] * 8 + ++picked];
      there[way] = row[number];
      names[way] = naming[number];
    }
    __syncthreads();
    for (int hand = threadIdx.x; hand < columns; hand += blockDim.x) {
      const i64 position = (i64)board * columns + hand;
      if (kind[position] < 0) continue;
      int times[MOST_NODES];
      for (int node = 0; node < nodes; node++) times[node] = 0;
      for (int chain = 0; chain < many_chains; chain++) {
        int at = root;
        while (children[at * most] >= 0) {
          const int way = chain * levels + level_of[at];
          const i64 where = by_row ? (first + board) * place[2 * at + 1] + hand
                                   : there[way] * place[2 * at + 1] + moved[(i64)names[way] * columns + hand];
          const int taken = choice[place[2 * at] + where];
          went[at * most + taken] += weight[board];
          at = children[at * most + taken];
        }
        times[at]++;
      }
      for (int node = 0; node < nodes; node++) {
        if (!times[node]) continue;
        const i64 often = weight[board] * times[node];
        for (int cell = 0; cell < cells; cell++) {
          const int dealers = counts[position * cells + cell];
          if (dealers) add(&ends[((i64)node * kinds + kind[position]) * cells + cell], often * dealers);
        }
      }
    }
    __syncthreads();
  }
  if (ends == shared_ends)
    for (int i = threadIdx.x; i < end_cells; i += blockDim.x) add(&all_ends[i], ends[i]);
  for (int i = 0; i < choices; i++)
    if (went[i]) add(&all_went[i], went[i]);
}
