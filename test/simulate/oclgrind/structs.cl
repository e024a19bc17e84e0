// launch: grid 1 block 8
// args: out=iota:8
struct particle { char tag; short mass; float at; double speed; };
kernel void structs(global struct particle *out) {
  int t = get_global_id(0);
  struct particle p = out[t];
  p.at += (float)p.speed * p.mass;
  p.tag = -p.tag;
  out[t] = p;
}
