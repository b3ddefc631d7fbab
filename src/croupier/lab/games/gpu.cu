// The six games dealt face up on a GPU: the sums of the CPU's kernels, in the same whole numbers.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;

__constant__ int CHOOSE[53 * 8];

__device__ __forceinline__ int choose(int n, int k) { return CHOOSE[n * 8 + k]; }

// The number-th way to take `size` of `of` things, lowest first.
__device__ void take(int number, int of, int size, int* at) {
  for (int place = size; place > 0; place--) {
    int thing = of - 1;
    while (choose(thing, place) > number) thing--;
    at[place - 1] = thing;
    number -= choose(thing, place);
    of = thing;
  }
}

// The way that follows, in the same order.
__device__ __forceinline__ void step(int size, int* at) {
  int place = 0;
  while (place < size - 1 && at[place] + 1 == at[place + 1]) {
    at[place] = place;
    place++;
  }
  at[place]++;
}

// The number of a set of cards, lowest first, with one card put in.
__device__ __forceinline__ int with_one(const int* cards, int size, int card) {
  int number = 0, shift = 1;
  bool in = false;
  for (int place = 0; place < size; place++) {
    if (!in && card < cards[place]) {
      number += choose(card, place + 1);
      shift = 2;
      in = true;
    }
    number += choose(cards[place], place + shift);
  }
  return in ? number : number + choose(card, size + 1);
}

__device__ i64 add_threads(i64 value, i64* shared) {
  shared[threadIdx.x] = value;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) shared[threadIdx.x] += shared[threadIdx.x + half];
    __syncthreads();
  }
  i64 sum = shared[0];
  __syncthreads();
  return sum;
}

// One felt a block: every hand of the dealer by grade, then every way to take the own cards out of those on the felt.
extern "C" __global__ void felts(
    const u8* felts, int width, int deck, int on_felt, int own_size, int dealer_size, int shows, int qualifies, int grades,
    int choices, const u16* own, const u16* dealer, const i64* net, const i64* bet, const u8* base, int base_stride,
    const i64* weights, const u8* chart, int has_chart, int own_ways, int dealer_ways, i64* totals, i64* cells) {
  extern __shared__ u32 worse[];
  __shared__ int felt[53], rest[53];
  __shared__ i64 sums[256];
  __shared__ u32 parts[256];
  __shared__ int weight[53];
  const u8* mine = felts + (i64)blockIdx.x * width;
  const int up = shows ? mine[on_felt] : -1, shown = shows ? up : 0;
  if (threadIdx.x == 0) {
    u64 there = 0;
    for (int place = 0; place < on_felt; place++) there |= 1ull << mine[place];
    int on = 0, off = 0;
    for (int card = 0; card < deck; card++) {
      if (there >> card & 1) felt[on++] = card;
      else if (card != up) rest[off++] = card;
      weight[card] = (int)weights[shown * deck + card];
    }
  }
  for (int grade = threadIdx.x; grade <= grades; grade += blockDim.x) worse[grade] = 0;
  __syncthreads();

  const int drawn = dealer_size - shows, left = deck - on_felt - shows;
  {
    int at[8], cards[8];
    int from = (int)((i64)dealer_ways * threadIdx.x / blockDim.x);
    int to = (int)((i64)dealer_ways * (threadIdx.x + 1) / blockDim.x);
    if (from < to) take(from, left, drawn, at);
    for (int way = from; way < to; way++) {
      int number = 0;
      for (int place = 0; place < drawn; place++) cards[place] = rest[at[place]];
      if (shows) number = with_one(cards, drawn, up);
      else for (int place = 0; place < drawn; place++) number += choose(cards[place], place + 1);
      atomicAdd(&worse[dealer[number] + 1], 1u);
      step(drawn, at);
    }
  }
  __syncthreads();
  // Running sums: each thread its stretch, then the stretches.
  {
    int from = (grades + 1) * threadIdx.x / blockDim.x, to = (grades + 1) * (threadIdx.x + 1) / blockDim.x;
    u32 sum = 0;
    for (int grade = from; grade < to; grade++) sum += worse[grade];
    parts[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
      u32 before = 0;
      for (int part = 0; part < blockDim.x; part++) {
        u32 one = parts[part];
        parts[part] = before;
        before += one;
      }
    }
    __syncthreads();
    sum = parts[threadIdx.x];
    for (int grade = from; grade < to; grade++) {
      sum += worse[grade];
      worse[grade] = sum;
    }
  }
  __syncthreads();

  const i64 every = worse[grades], unqualified = worse[qualifies];
  int count = shows ? weight[up] : 0;
  for (int place = 0; place < on_felt; place++) count += weight[felt[place]];
  i64 best = 0, fixed = 0, money = 0, by_chart = 0, changed = 0;
  int at[8];
  int from = (int)((i64)own_ways * threadIdx.x / blockDim.x);
  int to = (int)((i64)own_ways * (threadIdx.x + 1) / blockDim.x);
  if (from < to) take(from, on_felt, own_size, at);
  for (int way = from; way < to; way++) {
    int number = 0;
    for (int place = 0; place < own_size; place++) number += choose(felt[at[place]], place + 1);
    const int grade = own[number];
    i64 beaten = 0, equal = 0, better = every - unqualified;
    if (grade >= qualifies) {
      beaten = (i64)worse[grade] - unqualified;
      equal = (i64)worse[grade + 1] - worse[grade];
      better = every - worse[grade + 1];
    }
    const int plays = base[(i64)shown * base_stride + number];
    const int counts = has_chart ? chart[count * grades + grade] : plays;
    i64 most = 0;
    int chosen = 0;
    for (int choice = 0; choice < choices; choice++) {
      const i64* each = net + ((i64)choice * grades + grade) * 4;
      const i64 worth = each[0] * unqualified + each[1] * beaten + each[2] * equal + each[3] * better;
      if (choice == 0 || worth > most) {
        most = worth;
        chosen = choice;
      }
      if (choice == plays) fixed += worth;
      if (choice == counts) by_chart += worth;
      if (cells) atomicAdd((u64*)&cells[((i64)count * grades + grade) * choices + choice], (u64)worth);
    }
    best += most;
    money += bet[chosen] * every;
    changed += chosen != plays;
    step(own_size, at);
  }
  i64 found[5] = {best, fixed, money, by_chart, changed};
  for (int column = 0; column < 5; column++) {
    i64 sum = add_threads(found[column], sums);
    if (threadIdx.x == 0) totals[(i64)blockIdx.x * 5 + column] = sum;
  }
}

// What a bet nets in all over the fifth cards that have not been seen.
__device__ __forceinline__ int four_left(
    const int* four, int number, const int* seen, int seen_size, const short* pays, const int* fours) {
  int worth = fours[number];
  for (int one = 0; one < seen_size; one++) worth -= pays[with_one(four, 4, seen[one])];
  return worth;
}

__device__ int lay_out(const u8* mine, int size, int* seen, int* live, int* ranks) {
  u64 there = 0;
  for (int rank = 0; rank < 13; rank++) ranks[rank] = 0;
  for (int one = 0; one < size; one++) {
    seen[one] = mine[one];
    there |= 1ull << mine[one];
    ranks[mine[one] >> 2]++;
  }
  int left = 0;
  for (int card = 0; card < 52; card++)
    if (!(there >> card & 1)) live[left++] = card;
  return left;
}

// One set of seen cards a block, three cards a thread.
extern "C" __global__ void mississippi(
    const u8* sets, int size, const short* pays, const int* fours, const u8* third, const u8* fourth, const u8* fifth,
    int unit, const u8* start, const u8* chart, int has_chart, i64* totals, i64* cells) {
  extern __shared__ i64 twos[];
  __shared__ int seen[52], live[52], ranks[13], lefts;
  __shared__ i64 sums[256];
  if (threadIdx.x == 0) lefts = lay_out(sets + (i64)blockIdx.x * size, size, seen, live, ranks);
  for (int i = threadIdx.x; i < 1326 * 6; i += blockDim.x) twos[i] = 0;
  __syncthreads();
  const int left = lefts, last = left - 4, ways = choose(left, 3);
  const i64 draws = (i64)(left - 3) * last;
  for (int way = threadIdx.x; way < ways; way += blockDim.x) {
    int at[4], three[4], four[4];
    take(way, left, 3, at);
    for (int place = 0; place < 3; place++) three[place] = live[at[place]];
    const int number = choose(three[0], 1) + choose(three[1], 2) + choose(three[2], 3);
    i64 best[3] = {0, 0, 0}, money[3] = {0, 0, 0}, fixed[3] = {0, 0, 0};
    for (int next = 0; next < left; next++) {
      const int x = live[next];
      if (x == three[0] || x == three[1] || x == three[2]) continue;
      int place = 0, one = 0;
      for (; one < 3 && three[one] < x; one++) four[place++] = three[one];
      four[place++] = x;
      for (; one < 3; one++) four[place++] = three[one];
      const int larger = choose(four[0], 1) + choose(four[1], 2) + choose(four[2], 3) + choose(four[3], 4);
      const int worth = four_left(four, larger, seen, size, pays, fours);
      for (int row = 0; row < 3; row++) {
        const int down = 3 + 2 * row, lost = -down * last * unit;
        int most = lost, bet = down;
        if ((down + 1) * worth >= most) most = (down + 1) * worth, bet = down + 1;
        if ((down + 3) * worth >= most) most = (down + 3) * worth, bet = down + 3;
        const int times = fifth[down * 270725 + larger];
        best[row] += most;
        money[row] += bet * last;
        fixed[row] += times ? (down + times) * worth : lost;
      }
    }
    const int into[3] = {choose(three[0], 1) + choose(three[1], 2), choose(three[0], 1) + choose(three[2], 2),
                         choose(three[1], 1) + choose(three[2], 2)};
    for (int row = 0; row < 2; row++) {
      const int down = 2 + 2 * row;
      i64 most = -down * draws * unit, bet = down * draws;
      if (best[row] >= most) most = best[row], bet = money[row];
      if (best[row + 1] >= most) most = best[row + 1], bet = money[row + 1];
      const int times = fourth[down * 22100 + number];
      const i64 unseen = times ? fixed[row + times / 2] : -down * draws * unit;
      for (int one = 0; one < 3; one++) {
        atomicAdd((u64*)&twos[into[one] * 6 + row * 3], (u64)most);
        atomicAdd((u64*)&twos[into[one] * 6 + row * 3 + 1], (u64)bet);
        atomicAdd((u64*)&twos[into[one] * 6 + row * 3 + 2], (u64)unseen);
      }
    }
  }
  __syncthreads();
  const i64 all = draws * (left - 2);
  i64 found[5] = {0, 0, 0, 0, 0};
  for (int way = threadIdx.x; way < choose(left, 2); way += blockDim.x) {
    int at[2];
    take(way, left, 2, at);
    const int low = live[at[0]], high = live[at[1]], number = low + choose(high, 2);
    i64 best = -all * unit, bet = all;
    int chosen = 0;
    for (int row = 0; row < 2; row++)
      if (twos[number * 6 + row * 3] >= best) {
        best = twos[number * 6 + row * 3];
        bet = twos[number * 6 + row * 3 + 1];
        chosen = 1 + 2 * row;
      }
    const i64 unseen[4] = {-all * unit, twos[number * 6 + 2], 0, twos[number * 6 + 5]};
    const int times = third[1326 + number];
    const int match = ranks[high >> 2] + ((high >> 2) == (low >> 2) ? 0 : ranks[low >> 2]);
    found[0] += best;
    found[1] += unseen[times];
    found[2] += bet * unit;
    found[3] += unseen[has_chart ? chart[start[number] * 7 + match] : times];
    found[4] += chosen != times;
    if (cells)
      for (int one = 0; one < 4; one++)
        atomicAdd((u64*)&cells[(start[number] * 7 + match) * 4 + one], (u64)unseen[one]);
  }
  for (int column = 0; column < 5; column++) {
    i64 sum = add_threads(found[column], sums);
    if (threadIdx.x == 0) totals[(i64)blockIdx.x * 5 + column] = sum;
  }
}

extern "C" __global__ void let_it_ride(
    const u8* sets, int size, const short* pays, const int* fours, const u8* first, const u8* second, int unit,
    const u8* chart, int has_chart, i64* totals, i64* cells) {
  __shared__ int seen[52], live[52], ranks[13], lefts;
  __shared__ i64 sums[256];
  if (threadIdx.x == 0) lefts = lay_out(sets + (i64)blockIdx.x * size, size, seen, live, ranks);
  __syncthreads();
  const int left = lefts, ways = choose(left, 3);
  const i64 draws = (i64)(left - 3) * (left - 4);
  i64 found[5] = {0, 0, 0, 0, 0};
  for (int way = threadIdx.x; way < ways; way += blockDim.x) {
    int at[4], three[4], four[4];
    take(way, left, 3, at);
    for (int place = 0; place < 3; place++) three[place] = live[at[place]];
    const int number = choose(three[0], 1) + choose(three[1], 2) + choose(three[2], 3);
    i64 stays = 0, best = 0, fixed = 0, rode = 0;
    for (int next = 0; next < left; next++) {
      const int x = live[next];
      if (x == three[0] || x == three[1] || x == three[2]) continue;
      int place = 0, one = 0;
      for (; one < 3 && three[one] < x; one++) four[place++] = three[one];
      four[place++] = x;
      for (; one < 3; one++) four[place++] = three[one];
      const int larger = choose(four[0], 1) + choose(four[1], 2) + choose(four[2], 3) + choose(four[3], 4);
      const int worth = four_left(four, larger, seen, size, pays, fours);
      stays += worth;
      if (worth >= 0) best += worth, rode += left - 4;
      if (second[larger]) fixed += worth;
    }
    i64 counted = best + stays;
    best += stays + (stays > 0 ? stays : 0);
    fixed += stays;
    if (stays >= 0) rode += draws;
    const int x = three[0] >> 2, y = three[1] >> 2, z = three[2] >> 2;
    int rides = first[number];
    if (rides) fixed += stays;
    if ((x == y) != (y == z)) {
      const int match = ranks[x] + ranks[z];
      if (has_chart) rides = chart[y * 7 + match];
      if (cells) atomicAdd((u64*)&cells[(y * 7 + match) * 2 + 1], (u64)stays);
    }
    if (rides) counted += stays;
    found[0] += best;
    found[1] += fixed;
    found[2] += (draws + rode) * unit;
    found[3] += counted;
    found[4] += (stays >= 0) != (first[number] != 0);
  }
  for (int column = 0; column < 5; column++) {
    i64 sum = add_threads(found[column], sums);
    if (threadIdx.x == 0) totals[(i64)blockIdx.x * 5 + column] = sum;
  }
}
