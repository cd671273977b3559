/**
 * Gives every lesson a time so that neither its class nor its teacher is needed twice: the colouring of a bipartite graph,
 * which always succeeds when nobody has more lessons than there are times.
 */
export function colourLessons(lessons: readonly { group: string; teacher: string }[], times: number): number[] {
  const used = new Map<string, (number | undefined)[]>()
  const of = (node: string) => {
    const there = used.get(node) ?? Array.from<number | undefined>({ length: times })
    used.set(node, there)
    return there
  }
  const colours: number[] = []
  const findFree = (node: string) => of(node).indexOf(undefined)
  const ends = lessons.map(({ group, teacher }) => [`class ${group}`, `teacher ${teacher}`] as const)
  for (const [at, [one, other]] of ends.entries()) {
    const [free, wanted] = [findFree(one), findFree(other)]
    if (free < 0 || wanted < 0) throw new Error('more lessons than times')
    if (free !== wanted) freeColour(other, free, wanted)
    colours[at] = free
    of(one)[free] = at
    of(other)[free] = at
  }
  return colours

  /** Exchanges two colours along the path that begins at a node, so that the first one is free there. */
  function freeColour(start: string, free: number, wanted: number) {
    const path: number[] = []
    let [node, colour] = [start, free]
    for (let lesson = of(node)[colour]; lesson !== undefined; lesson = of(node)[colour]) {
      path.push(lesson)
      node = ends[lesson]!.find((end) => end !== node)!
      colour = colour === free ? wanted : free
    }
    for (const lesson of path) for (const end of ends[lesson]!) of(end)[colours[lesson]!] = undefined
    for (const lesson of path) {
      colours[lesson] = colours[lesson] === free ? wanted : free
      for (const end of ends[lesson]!) of(end)[colours[lesson]!] = lesson
    }
  }
}
