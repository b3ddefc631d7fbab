// The game with cards seen, on a GPU: the same whole numbers as `croupier.lab.seen.engine`, bit for bit.
//
// Many sets of seen cards are in flight at once. A *job* is one suit's way of seeing one of them: how many cards of
// each of the 26 types are gone. A *class* is one set of seen cards, with four jobs (some of them shared) and one
// table of ranks.
//
//   rank_hands    once: for each hand on each board, which types make a weaker or an equal hand beside each of its cards
//   price_rows    the four numbers of every hand on every board (rows), from popcounts instead of a sorted sweep
//   count_times   how often each way to complete a flop can be dealt
//   sum_ranks     plain rows added up over turn and river
//   sum_views     flush rows added up over turn and river
//   sum_flops     the totals of every hole
//
// A hand's word is a uint4. Its low 26 bits: types t for which (a, t) is weaker, (b, t) weaker, (a, t) weaker or
// equal, (b, t) weaker or equal. The high 6 bits hold, in order, how many pairs are weaker (9 bits), how many weaker
// or equal (9), whether the fixed strategy bets (1), the category (4; 15 for no such hand).

typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned char u8;
typedef unsigned long long u64;

#define NO_GRADE 0xFFFFu
#define TYPES 26
#define RADIX 1082
#define NO_CARD 255
#define TOTALS 7
#define FLOPS_A_BLOCK 128

__device__ __forceinline__ int pair_of(int a, int b) {
    return a <= b ? a + b * (b + 1) / 2 : b + a * (a + 1) / 2;
}

// One block a board, one thread a pair. `sorted` lists the pairs from the weakest; `beside` has, for each type, the
// types that make a hand without a pair with it; `high` counts such hands.
extern "C" __global__ void rank_hands(
    int pairs, int stride, int types, u32 first_pair, const u16* __restrict__ grades, const u8* __restrict__ bets,
    const u8* __restrict__ category, const u8* __restrict__ low, const u8* __restrict__ high_type,
    uint4* __restrict__ words, u16* __restrict__ sorted, u32* __restrict__ beside, u16* __restrict__ high) {
    extern __shared__ u16 grade[];
    const int board = blockIdx.x, p = threadIdx.x;
    const u32 mine = p < pairs ? grades[(size_t)board * stride + p] : NO_GRADE;
    grade[p] = (u16)mine;
    __syncthreads();
    if (p < types) {
        u32 mask = 0;
        for (int t = 0; t < types; t++)
            if (grade[pair_of(p, t)] < first_pair) mask |= 1u << t;
        beside[board * TYPES + p] = mask;
    }
    int under = 0, place = 0, upto = 0;
    u32 without = 0;
    for (int q = 0; q < pairs; q++) {
        const u32 other = grade[q];
        under += other < mine;
        upto += other <= mine;
        place += other < mine || (other == mine && q < p);
        without += other < first_pair;
    }
    if (p == 0) high[board] = (u16)without;
    uint4 word = make_uint4(0, 0, 0, 31u << 26);
    if (mine != NO_GRADE) {
        const int a = low[p], b = high_type[p];
        u32 less_a = 0, less_b = 0, upto_a = 0, upto_b = 0;
        for (int t = 0; t < types; t++) {
            const u32 with_a = grade[pair_of(a, t)], with_b = grade[pair_of(b, t)];
            less_a |= (u32)(with_a < mine) << t;
            less_b |= (u32)(with_b < mine) << t;
            upto_a |= (u32)(with_a <= mine) << t;
            upto_b |= (u32)(with_b <= mine) << t;
        }
        const u32 bet = bets[(size_t)board * stride + p];
        word.x = less_a | (u32)(under & 63) << 26;
        word.y = less_b | (u32)(under >> 6) << 26 | (u32)(upto & 7) << 29;
        word.z = upto_a | (u32)(upto >> 3) << 26;
        word.w = upto_b | (bet | (u32)category[mine] << 1) << 26;
    }
    if (p < stride) words[(size_t)board * stride + p] = word;
    if (mine != NO_GRADE) sorted[(size_t)board * stride + place] = (u16)p;
    else if (p < pairs) sorted[(size_t)board * stride + place] = (u16)(pairs);
}

// How many dealer hands use a given card of type t together with one card of the types in `mask`.
__device__ __forceinline__ int with_card(u32 mask, int t, u32 ones, u32 twos, u32 fours) {
    return __popc(mask & ones) + 2 * __popc(mask & twos) + 4 * __popc(mask & fours) - (int)(mask >> t & 1);
}

// One block a (board, job), one thread a pair. `dealers` by job; `plain_job` says whose plain rows are subtracted.
extern "C" __global__ void price_rows(
    int pairs, int stride, int types, int unit, const int* __restrict__ bonus, const signed char* __restrict__ copies,
    const signed char* __restrict__ dead, const int* __restrict__ dealers_of, const uint4* __restrict__ words,
    const u16* __restrict__ sorted, const u32* __restrict__ beside, const u16* __restrict__ high,
    const u8* __restrict__ low, const u8* __restrict__ high_type, int subtract, const int* __restrict__ plain_of,
    const u8* __restrict__ rank_pair, const int* __restrict__ plain_job, int plain_boards, int plain_stride,
    const int4* __restrict__ plain, int4* __restrict__ rows) {
    __shared__ int left[32];
    __shared__ u32 planes[3];
    __shared__ u32 near[TYPES];
    __shared__ int below[384];
    __shared__ int warp_total[12];
    const int board = blockIdx.x, job = blockIdx.y, p = threadIdx.x;
    const size_t at = ((size_t)job * gridDim.x + board) * stride + p;
    int gone = 0;
    if (p < 32) {
        const int here = p < types ? copies[board * TYPES + p] - dead[job * TYPES + p] : 0;
        gone = here < 0;
        left[p] = here;
        const u32 ones = __ballot_sync(~0u, here & 1), twos = __ballot_sync(~0u, here & 2);
        const u32 fours = __ballot_sync(~0u, here & 4);
        if (p == 0) planes[0] = ones, planes[1] = twos, planes[2] = fours;
        if (p < types) near[p] = beside[board * TYPES + p];
    }
    // A board that holds a seen card is worth nothing to anyone.
    if (__syncthreads_or(gone)) {
        if (p < stride) rows[at] = make_int4(0, 0, 0, 0);
        return;
    }
    // The hands in order, each as often as the dealer can hold it, added up from below.
    int weight = 0;
    if (p < pairs) {
        const int q = sorted[(size_t)board * stride + p];
        if (q < pairs) {
            const int a = low[q], b = high_type[q];
            weight = a == b ? left[a] * (left[a] - 1) / 2 : left[a] * left[b];
        }
    }
    const int lane = p & 31, warp = p >> 5;
    int sum = weight;
#pragma unroll
    for (int step = 1; step < 32; step <<= 1) {
        const int other = __shfl_up_sync(~0u, sum, step);
        if (lane >= step) sum += other;
    }
    if (lane == 31) warp_total[warp] = sum;
    __syncthreads();
    int before = 0;
    for (int w = 0; w < warp; w++) before += warp_total[w];
    below[p + 1] = before + sum;
    if (p == 0) below[0] = 0;
    __syncthreads();
    if (p >= stride) return;
    int4 row = make_int4(0, 0, 0, 0);
    const uint4 word = p < pairs ? words[(size_t)board * stride + p] : make_uint4(0, 0, 0, 31u << 26);
    const int kind = word.w >> 27;
    if (kind < 15) {
        const int a = low[p], b = high_type[p];
        if (left[a] >= 1 && left[b] >= 1 && (a != b || left[a] >= 2)) {
            const u32 ones = planes[0], twos = planes[1], fours = planes[2];
            const u32 types_mask = (1u << 26) - 1;
            const int under = (word.x >> 26) | (word.y >> 26 & 7) << 6;
            const int upto = (word.y >> 29) | (word.z >> 26) << 3;
            const int dealers = dealers_of[job];
            const int won = below[under] - with_card(word.x & types_mask, a, ones, twos, fours) -
                            with_card(word.y & types_mask, b, ones, twos, fours);
            // The hand itself is among the equals, once in each of the three terms.
            const int lost = dealers - (below[upto] - with_card(word.z & types_mask, a, ones, twos, fours) -
                                        with_card(word.w & types_mask, b, ones, twos, fours) + 1);
            const int unqualified = below[high[board]] - with_card(near[a], a, ones, twos, fours) -
                                    with_card(near[b], b, ones, twos, fours);
            const int won_qualified = kind == 0 ? 0 : won - unqualified;
            const int lost_qualified = kind == 0 ? dealers - (unqualified + 1) : lost;
            const int margin = won - lost;
            const int bet1 = unit * (won_qualified - lost - lost_qualified + margin) + won * bonus[kind];
            const int fold = -2 * unit * dealers;
            const int river = max(bet1, fold);
            const int fixed = word.w >> 26 & 1 ? bet1 : fold;
            row = make_int4(bet1 + unit * margin, river, fixed, margin * RADIX + (river > fixed));
            if (subtract) {
                const int4 under_it = plain[((size_t)plain_job[job] * plain_boards + plain_of[board]) * plain_stride +
                                            rank_pair[p]];
                row.x -= under_it.x;
                row.y -= under_it.y;
                row.z -= under_it.z;
                row.w -= under_it.w;
            }
        }
    }
    rows[at] = row;
}

// One block a (multiset of known ranks, class), one thread a pair of ranks.
extern "C" __global__ void sum_ranks(
    int draws, int plain_boards, int stride, const signed char* __restrict__ dead, const signed char* __restrict__ on_table,
    const u8* __restrict__ drawn, const int* __restrict__ plain_board, const u8* __restrict__ low,
    const u8* __restrict__ high_type, const int4* __restrict__ plain, int4* __restrict__ sums) {
    __shared__ int left[13];
    const int known = blockIdx.x, number = blockIdx.y, p = threadIdx.x;
    if (p < 13) left[p] = 4 - on_table[known * 13 + p] - dead[number * TYPES + p];
    __syncthreads();
    int4 sum = make_int4(0, 0, 0, 0);
    if (p < 91) {
        const int a = low[p], b = high_type[p];
        for (int i = 0; i < draws; i++) {
            const int u = drawn[2 * i], v = drawn[2 * i + 1];
            const int first = max(left[u] - (a == u) - (b == u), 0);
            int often = first;
            if (v != NO_CARD) {
                const int second = max(left[v] - (a == v) - (b == v), 0);
                often = u == v ? first * (first - 1) / 2 : first * second;
            }
            if (often > 0) {
                const int4 row = plain[((size_t)number * plain_boards + plain_board[known * draws + i]) * stride + p];
                sum.x += often * row.x;
                sum.y += often * row.y;
                sum.z += often * row.z;
                sum.w += often * row.w;
            }
        }
    }
    if (p < stride) sums[((size_t)number * gridDim.x + known) * stride + p] = sum;
}

// How often a completion of each kind can be dealt, by pair of types: one block a (kind, job), one thread a pair.
extern "C" __global__ void count_times(
    int pairs, int stride, const signed char* __restrict__ dead, const u8* __restrict__ low,
    const u8* __restrict__ high_type, short* __restrict__ times) {
    const int kind = blockIdx.x, job = blockIdx.y, p = threadIdx.x;
    if (p >= stride) return;
    int often = 0;
    if (p < pairs) {
        const int a = low[p], b = high_type[p];
        // Outside the suit: nothing, one of three of a rank, one of the two the flop leaves, or two ranks.
        const int first = kind == 0 ? 0 : kind < 14 ? kind - 1 : kind < 27 ? kind - 14 : low[kind - 27];
        const int whole = kind >= 14 && kind < 27 ? 2 : 3;
        const int u = max(whole - dead[job * TYPES + first] - (a == first) - (b == first), 0);
        often = kind == 0 ? 1 : u;
        if (kind >= 27) {
            const int second = high_type[kind - 27];
            const int v = max(3 - dead[job * TYPES + second] - (a == second) - (b == second), 0);
            often = first == second ? u * (u - 1) / 2 : u * v;
        }
    }
    times[((size_t)job * gridDim.x + kind) * stride + p] = (short)often;
}

// One block a (view, job), one thread a pair of types. `entries` are board × 256 + kind. The last view is all zeros.
extern "C" __global__ void sum_views(
    int views, int kinds, int boards, int stride, const int* __restrict__ start, const int* __restrict__ entries,
    const short* __restrict__ times, const int4* __restrict__ rows, int4* __restrict__ sums) {
    const int view = blockIdx.x, job = blockIdx.y, p = threadIdx.x;
    const int4* __restrict__ mine = rows + (size_t)job * boards * stride + p;
    const short* __restrict__ often = times + (size_t)job * kinds * stride + p;
    int4 sum = make_int4(0, 0, 0, 0);
    if (view < views) {
        const int stop = start[view + 1];
#pragma unroll 4
        for (int entry = start[view]; entry < stop; entry++) {
            const int what = entries[entry];
            const int4 row = mine[(size_t)(what >> 8) * stride];
            const int n = often[(what & 255) * stride];
            sum.x += n * row.x;
            sum.y += n * row.y;
            sum.z += n * row.z;
            sum.w += n * row.w;
        }
    }
    sums[((size_t)job * (views + 1) + view) * stride + p] = sum;
}

// One block some flops, some holes and a class; one thread a hole. Whole numbers, so the order of adding is nothing.
extern "C" __global__ void sum_flops(
    int flops, int views, int view_stride, int known, int rank_stride, const int4* __restrict__ flop_view,
    const int* __restrict__ flop_ranks, const u64* __restrict__ flop_cards, const u32* __restrict__ flop_bets,
    const u64* __restrict__ hole_cards, const short* __restrict__ hole_pair, const u64* __restrict__ seen_cards,
    const int* __restrict__ job_of, const int4* __restrict__ by_ranks, const int4* __restrict__ by_view,
    u64* __restrict__ totals) {
    const int number = blockIdx.z, hole = blockIdx.y * blockDim.x + threadIdx.x;
    if (hole >= 1326) return;
    const u64 seen = seen_cards[number], cards = hole_cards[hole];
    if (seen & cards) return;
    const short* __restrict__ pair = hole_pair + hole * 5;
    const int4* __restrict__ ranks = by_ranks + (size_t)number * known * rank_stride + pair[4];
    const size_t job_size = (size_t)(views + 1) * view_stride;
    const int4* __restrict__ of_0 = by_view + job_of[number * 4] * job_size + pair[0];
    const int4* __restrict__ of_1 = by_view + job_of[number * 4 + 1] * job_size + pair[1];
    const int4* __restrict__ of_2 = by_view + job_of[number * 4 + 2] * job_size + pair[2];
    const int4* __restrict__ of_3 = by_view + job_of[number * 4 + 3] * job_size + pair[3];
    long long best = 0, bet2s = 0, margins = 0, fixeds = 0, rivers = 0;
    int flops_changed = 0, rivers_changed = 0;
    const int first = blockIdx.x * FLOPS_A_BLOCK, stop = min(first + FLOPS_A_BLOCK, flops);
    for (int flop = first; flop < stop; flop++) {
        const u64 table = flop_cards[flop];
        if (table & seen) continue;
        const int4 view = flop_view[flop];
        const u32 bits = flop_bets[flop * 42 + (hole >> 5)];
        if (table & cards) continue;
        int4 sum = ranks[flop_ranks[flop] * rank_stride];
#define ADD(suit, of)                                      \
    if (view.suit < views) {                               \
        const int4 more = of[view.suit * view_stride];     \
        sum.x += more.x, sum.y += more.y;                  \
        sum.z += more.z, sum.w += more.w;                  \
    }
        ADD(x, of_0) ADD(y, of_1) ADD(z, of_2) ADD(w, of_3)
        const int bet2 = sum.x, river = sum.y, fixed = sum.z;
        // Rounded down, as the packing needs it for negative margins.
        const int margin = sum.w >= 0 ? sum.w / RADIX : -((RADIX - 1 - sum.w) / RADIX);
        const bool bets = bits >> (hole & 31) & 1;
        best += max(bet2, river);
        bet2s += bet2;
        margins += margin;
        fixeds += bets ? bet2 : fixed;
        rivers += bets ? bet2 : river;
        flops_changed += bets ? river > bet2 : bet2 > river;
        rivers_changed += bet2 < river ? sum.w - margin * RADIX : 0;
    }
    u64* out = totals + ((size_t)number * 1326 + hole) * TOTALS;
    atomicAdd(out, (u64)best);
    atomicAdd(out + 1, (u64)bet2s);
    atomicAdd(out + 2, (u64)margins);
    atomicAdd(out + 3, (u64)fixeds);
    atomicAdd(out + 4, (u64)rivers);
    atomicAdd(out + 5, (u64)flops_changed);
    atomicAdd(out + 6, (u64)rivers_changed);
}
