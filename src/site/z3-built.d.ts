/** Z3's script, which comes without types. */
declare module 'z3-solver/build/z3-built.js' {
  const initialise: unknown;
  export default initialise;
}
