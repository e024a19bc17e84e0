/** The PTX that writes an entry, put at the beginning of an instrumented module. */
import {
  CLUSTER_BIT,
  ENTRY_BYTES,
  Entry,
  Header,
  LOCAL_BIT,
  OFFSET_BITS,
  OWN_ADDRESSES,
  SHARED_BIT,
  STAMP_BYTES,
} from './ring.ts';

export const RECORD = 'gpurace_record';
/** Makes of a generic address one that says in which memory it is, and of which block. */
export const WHERE = 'gpurace_where';
export const BUFFER = 'gpurace_buffer';

/** A ring within the module, for runs that have no recorder beside them. */
export interface OwnRing {
  /** A power of two. */
  readonly entries: number;
}

/**
 * From sm_70 on, lanes that are at the same instruction of this function may run together, whoever has called it. So an entry is
 * for those of the active lanes that come from the same site; the others go round again.
 * @param sample every so many blocks one is recorded
 * @param hasClusters whose shared memory a generic address leads to has to be asked
 */
export function deviceFunction(sample: number, ring: OwnRing | null, hasClusters: boolean): string {
  return `${hasClusters ? whereFunction() : ''}
${ring === null ? `.weak .global .align 8 .u64 ${BUFFER};` : ownRing(ring)}
.weak .func ${RECORD}(
	.param .b32 ${RECORD}_site,
	.param .b64 ${RECORD}_address,
	.param .b32 ${RECORD}_success
)
{
	.reg .pred 	%p<13>;
	.reg .b32 	%r<46>;
	.reg .b64 	%rd<28>;
	ld.global.u64 	%rd1, [${BUFFER}];
	setp.eq.s64 	%p1, %rd1, 0;
	@%p1 bra 	$GPURACE_DONE;
	mov.u32 	%r1, %ctaid.z;
	mov.u32 	%r2, %nctaid.y;
	mov.u32 	%r3, %ctaid.y;
	mad.wide.u32 	%rd2, %r1, %r2, 0;
	cvt.u64.u32 	%rd3, %r3;
	add.s64 	%rd2, %rd2, %rd3;
	mov.u32 	%r4, %nctaid.x;
	cvt.u64.u32 	%rd4, %r4;
	mov.u32 	%r5, %ctaid.x;
	cvt.u64.u32 	%rd5, %r5;
	mad.lo.s64 	%rd2, %rd2, %rd4, %rd5;
${sample > 1 ? sampled(sample) : ''}	mov.u32 	%r6, %tid.z;
	mov.u32 	%r7, %ntid.y;
	mov.u32 	%r8, %tid.y;
	mad.lo.s32 	%r9, %r6, %r7, %r8;
	mov.u32 	%r10, %ntid.x;
	mov.u32 	%r11, %tid.x;
	mad.lo.s32 	%r12, %r9, %r10, %r11;
	and.b32 	%r13, %r12, 31;
	and.b32 	%r14, %r12, -32;
	mul.lo.s32 	%r15, %r7, %r10;
	mov.u32 	%r16, %ntid.z;
	mul.lo.s32 	%r15, %r15, %r16;
	cvt.u64.u32 	%rd6, %r15;
	cvt.u64.u32 	%rd7, %r14;
	mad.lo.s64 	%rd8, %rd2, %rd6, %rd7;
	ld.param.b32 	%r17, [${RECORD}_site];
	ld.param.b64 	%rd9, [${RECORD}_address];
	ld.param.b32 	%r18, [${RECORD}_success];
	setp.ne.u32 	%p2, %r18, 0;
$GPURACE_GROUP:
	activemask.b32 	%r29;
	brev.b32 	%r30, %r29;
	clz.b32 	%r31, %r30;
	shfl.sync.idx.b32 	%r32, %r17, %r31, 31, %r29;
	setp.eq.u32 	%p7, %r32, %r17;
	vote.sync.ballot.b32 	%r19, %p7, %r29;
	@!%p7 bra 	$GPURACE_GROUP;
	vote.sync.ballot.b32 	%r20, %p2, %r19;
	brev.b32 	%r21, %r19;
	clz.b32 	%r22, %r21;
	setp.ne.u32 	%p3, %r13, %r22;
	mov.b64 	{%r33, %r34}, %rd9;
	shfl.sync.idx.b32 	%r35, %r33, %r22, 31, %r19;
	shfl.sync.idx.b32 	%r36, %r34, %r22, 31, %r19;
	mov.b64 	%rd22, {%r35, %r36};
	sub.s64 	%rd23, %rd9, %rd22;
	cvt.u32.u64 	%r37, %rd23;
	add.s32 	%r38, %r19, -1;
	and.b32 	%r39, %r19, %r38;
	brev.b32 	%r40, %r39;
	clz.b32 	%r41, %r40;
	setp.eq.u32 	%p8, %r39, 0;
	selp.b32 	%r42, %r22, %r41, %p8;
	shfl.sync.idx.b32 	%r43, %r37, %r42, 31, %r19;
	sub.s32 	%r44, %r13, %r22;
	mul.wide.s32 	%rd24, %r43, %r44;
	setp.eq.s64 	%p9, %rd24, %rd23;
	sub.s32 	%r45, %r42, %r22;
	setp.eq.s32 	%p10, %r45, 1;
	setp.eq.s32 	%p11, %r43, 0;
	or.pred 	%p10, %p10, %p11;
	and.pred 	%p9, %p9, %p10;
	vote.sync.all.pred 	%p12, %p9, %r19;
	selp.b32 	%r28, %r43, ${OWN_ADDRESSES}, %p12;
	mov.u64 	%rd10, 0;
	@%p3 bra 	$GPURACE_HANDED;
	atom.global.add.u64 	%rd10, [%rd1+${Header.next}], 1;
$GPURACE_HANDED:
	mov.b64 	{%r23, %r24}, %rd10;
	shfl.sync.idx.b32 	%r25, %r23, %r22, 31, %r19;
	shfl.sync.idx.b32 	%r26, %r24, %r22, 31, %r19;
	mov.b64 	%rd11, {%r25, %r26};
	ld.global.u64 	%rd12, [%rd1+${Header.capacity}];
	ld.global.u32 	%r27, [%rd1+${Header.waits}];
	setp.ne.u32 	%p4, %r27, 0;
$GPURACE_ROOM:
	ld.volatile.global.u64 	%rd13, [%rd1+${Header.taken}];
	sub.s64 	%rd14, %rd11, %rd13;
	setp.lt.u64 	%p5, %rd14, %rd12;
	@%p5 bra 	$GPURACE_WRITE;
	@%p4 bra 	$GPURACE_ROOM;
	bra 	$GPURACE_DONE;
$GPURACE_WRITE:
	ld.global.u64 	%rd15, [%rd1+${Header.entries}];
	add.s64 	%rd16, %rd12, -1;
	and.b64 	%rd17, %rd11, %rd16;
	mad.lo.s64 	%rd18, %rd17, ${ENTRY_BYTES}, %rd15;
	mul.wide.u32 	%rd19, %r13, 8;
	selp.b64 	%rd19, 0, %rd19, %p12;
	add.s64 	%rd20, %rd18, %rd19;
	and.pred 	%p11, %p12, %p3;
	@!%p11 st.global.u64 	[%rd20+${Entry.addresses}], %rd9;
	bar.warp.sync 	%r19;
	@%p3 bra 	$GPURACE_DONE;
	mov.b64 	{%r23, %r24}, %rd8;
	st.global.v2.u32 	[%rd18+${Entry.stride}], {%r28, %r20};
	st.global.v4.u32 	[%rd18+${Entry.site}], {%r17, %r19, %r23, %r24};
	ld.global.u64 	%rd26, [%rd1+${Header.stamps}];
	mad.lo.s64 	%rd27, %rd17, ${STAMP_BYTES}, %rd26;
	add.s64 	%rd21, %rd11, 1;
	membar.sys;
	st.volatile.global.u64 	[%rd27], %rd21;
$GPURACE_DONE:
	ret;
}
`;
}

function whereFunction(): string {
  return `
.weak .func (.param .b64 ${WHERE}_result) ${WHERE}(
	.param .b64 ${WHERE}_address
)
{
	.reg .pred 	%p<6>;
	.reg .b32 	%r<24>;
	.reg .b64 	%rd<16>;
	ld.param.b64 	%rd1, [${WHERE}_address];
	isspacep.shared::cluster 	%p1, %rd1;
	@%p1 bra 	$GPURACE_SHARED;
	isspacep.local 	%p2, %rd1;
	selp.b64 	%rd2, 0x${LOCAL_BIT.toString(16)}, 0, %p2;
	or.b64 	%rd3, %rd1, %rd2;
	bra 	$GPURACE_KNOWN;
$GPURACE_SHARED:
	cvta.to.shared.u64 	%rd4, %rd1;
	getctarank.u64 	%r1, %rd1;
	mov.u32 	%r2, %cluster_ctarank;
	or.b64 	%rd3, %rd4, 0x${SHARED_BIT.toString(16)};
	setp.eq.u32 	%p3, %r1, %r2;
	@%p3 bra 	$GPURACE_KNOWN;
	cvta.to.shared::cluster.u64 	%rd5, %rd1;
	cvt.u32.u64 	%r20, %rd5;
	and.b32 	%r21, %r20, 0x${((1n << OFFSET_BITS) - 1n).toString(16)};
	cvt.u64.u32 	%rd6, %r21;
	mov.u32 	%r3, %cluster_nctaid.x;
	mov.u32 	%r4, %cluster_nctaid.y;
	mov.u32 	%r5, %cluster_nctaid.z;
	rem.u32 	%r6, %r1, %r3;
	div.u32 	%r7, %r1, %r3;
	rem.u32 	%r8, %r7, %r4;
	div.u32 	%r9, %r7, %r4;
	mov.u32 	%r10, %clusterid.x;
	mov.u32 	%r11, %clusterid.y;
	mov.u32 	%r12, %clusterid.z;
	mad.lo.u32 	%r13, %r10, %r3, %r6;
	mad.lo.u32 	%r14, %r11, %r4, %r8;
	mad.lo.u32 	%r15, %r12, %r5, %r9;
	mov.u32 	%r16, %nctaid.x;
	mov.u32 	%r17, %nctaid.y;
	mad.lo.u32 	%r18, %r15, %r17, %r14;
	mad.lo.u32 	%r19, %r18, %r16, %r13;
	cvt.u64.u32 	%rd7, %r19;
	shl.b64 	%rd8, %rd7, ${OFFSET_BITS};
	or.b64 	%rd9, %rd8, %rd6;
	or.b64 	%rd3, %rd9, 0x${CLUSTER_BIT.toString(16)};
$GPURACE_KNOWN:
	st.param.b64 	[${WHERE}_result], %rd3;
	ret;
}
`;
}

function sampled(sample: number): string {
  return `	rem.u64 	%rd25, %rd2, ${sample};
	setp.ne.s64 	%p6, %rd25, 0;
	@%p6 bra 	$GPURACE_DONE;
`;
}

/** The numbers of the header: what comes behind is zero. */
function ownRing({ entries }: OwnRing): string {
  return `.weak .global .align 16 .b8 gpurace_entries[${entries * ENTRY_BYTES}];
.weak .global .align 8 .b8 gpurace_stamps[${entries * STAMP_BYTES}];
.weak .global .align 8 .u64 gpurace_header[8] = {0, 0, ${entries}, generic(gpurace_entries), 0, generic(gpurace_stamps), 0, 0};
.weak .global .align 8 .u64 ${BUFFER} = generic(gpurace_header);`;
}
