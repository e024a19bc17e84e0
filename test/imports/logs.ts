/** Logs as the tools print them, of our own writing. */

export const BANNER = '========= COMPUTE-SANITIZER\n';
export const summary = (hazards: number): string =>
  `========= RACECHECK SUMMARY: ${hazards} ${hazards === 1 ? 'hazard' : 'hazards'} displayed (${hazards} errors, 0 warnings)\n`;

export const ANALYSIS = `${BANNER}sum is 496
========= Error: Race reported between Write access at sumUp(int *, int)+0x90 in sum.cu:4
=========     and Read access at sumUp(int *, int)+0xb0 in sum.cu:5 [124 hazards]
=========     and Write access at sumUp(int *, int)+0xd0 in sum.cu:6 [4 hazards]
=========
${summary(1)}`;

export const OLD_ANALYSIS = `========= CUDA-MEMCHECK
========= WARN:(Warp Level Programming) Race reported between Write access at 0x00000148 in ./src/sum.cu:4:sumUp(int*, int)
=========     and Read access at 0x00000160 in ./src/sum.cu:5:sumUp(int*, int) [124 hazards]
=========
${summary(1)}`;

export const HAZARDS = `${BANNER}========= Error: Potential RAW hazard detected at __shared__ 0x10 in block (1,0,0) :
=========     Write Thread (4,0,0) at sumUp(int *, int)+0x90 in sum.cu:4
=========     Read Thread (40,0,0) at sumUp(int *, int)+0xb0 in sum.cu:5
=========     Current Value : 7
=========
========= Error: Potential RAW hazard detected at __shared__ 0x11 in block (1,0,0) :
=========     Write Thread (4,0,0) at sumUp(int *, int)+0x90 in sum.cu:4
=========     Read Thread (40,0,0) at sumUp(int *, int)+0xb0 in sum.cu:5
=========
========= Warning: Potential WAR hazard detected at __shared__ 0x0 in block (0,0,0) :
=========     Read Thread (1,0,0) at sumUp(int *, int)+0xb0 in sum.cu:5
=========     Write Thread (0,0,0) at sumUp(int *, int)+0xd0 in sum.cu:6
=========     Current Value : 0, Incoming Value : 3
=========     Saved host backtrace up to driver entry point at kernel launch time
=========     Host Frame: main [0x1234] in sum
=========
========= Info: Potential WAW hazard detected at __shared__ 0x4 in block (0,0,0) :
=========     Write Thread (2,0,0) at sumUp(int *, int)+0xd0 in sum.cu:6
=========     Write Thread (3,0,0) at sumUp(int *, int)+0xd0 in sum.cu:6
=========     Current Value : 1, Incoming Value : 1
=========
${summary(4)}`;

export const WITHOUT_LINES = `${BANNER}========= Error: Race reported between Write access at void fold<(int)4, bool>(T2 *)+0x140
=========     and Read access at void fold<(int)4, bool>(T2 *)+0xe0 [4 hazards]
=========
${summary(1)}`;

export const XML = `<?xml version="1.0" encoding="utf-8"?>
<ComputeSanitizerOutput>
  <record>
    <kind>RaceAnalysis</kind><level>Error</level>
    <accesses>
      <access><type>Write</type><where><func>sumUp(int *, int)</func><path>src/sum.cu</path><line>4</line><pc>0x90</pc></where></access>
      <access><type>Read</type><where><func>sumUp(int *, int)</func><path>src/sum.cu</path><line>5</line><pc>0xb0</pc></where></access>
    </accesses>
    <hostStack><frame><func>main</func><path>main.cu</path><line>3</line><module>read write</module></frame></hostStack>
  </record>
</ComputeSanitizerOutput>
`;

export const IGUARD = `${'-'.repeat(100)}
Kernel sumAll(int*, int) - grid size 8,1,1 - block size 128,1,1 - nregs 16 - shmem 0 - cuda stream id 0

Race: Missing gpufence
sum.cu - Kernel sumAll(int*, int): Line 14\tSTG.E [R2], R5 ; - (TID 3, 7f12a0000040)
Write: M(1), BShr(0), GShr(1), Atom(0), Scope(0), Str(0), TID(1), GF(0), BF(0), Bar(0), WBar(0), Locks(0)
Read: Tag(2), Str(0), TID(1), GF(0), BF(0), Bar(0), WBar(0), Locks(0)
OGF(0), OBF(0), OBar(0), Heldlock(0)
`;
