/** A page that was opened: its name, and the address it was left at. */
export interface Tag {
  /** The page's own address, without anything behind it: one tag a page. */
  path: string
  title: string
  /** With everything behind it. */
  address: string
  isPinned: boolean
}

export interface Tags {
  tags: readonly Tag[]
  /** Paths, the last visited first. */
  recent: readonly string[]
  /** How often a page was begun anew; whatever was in it is gone then. */
  rounds: Readonly<Record<string, number>>
  /** Pages with something in them that is not saved. */
  unsaved: readonly string[]
  /** What pages call themselves, by their paths, where they do. */
  names: Readonly<Record<string, string>>
  /** Closed as soon as another page is in front: until then the address is still theirs. */
  leaving: readonly string[]
}

/** So many addresses are remembered, and so many pages go on living behind the one in front. */
const limits = { tags: 20, keepAlive: 8 } as const

export type PageVisit = Pick<Tag, 'path' | 'title' | 'address'>

/** The page that everything begins with is there from the start and cannot be closed. */
export const newTags = (home?: Pick<Tag, 'path' | 'title'>): Tags => ({
  tags: home ? [{ ...home, address: home.path, isPinned: true }] : [],
  recent: [],
  rounds: {},
  unsaved: [],
  names: {},
  leaving: [],
})

/** What a reload finds again: what no longer exists is left out, and what has to be there is there. */
export function restoreTags(
  stored: Pick<Tags, 'tags' | 'recent'>,
  fresh: Tags,
  exists: (path: string) => boolean,
): Tags {
  const tags = stored.tags.filter(({ path }) => exists(path))
  const missing = fresh.tags.filter(({ path }) => !tags.some((tag) => tag.path === path))
  return { ...fresh, tags: [...missing, ...tags], recent: stored.recent.filter(exists) }
}

/** Puts a page in front. Nothing new when it already is, at the same address. */
export function visitPage(before: Tags, { path, title, address }: PageVisit): Tags {
  const known = before.tags.find((tag) => tag.path === path)
  if (known?.address === address && known.title === title && before.recent[0] === path) return before
  const tags = known
    ? before.tags.map((tag) => (tag === known ? { ...tag, title, address } : tag))
    : [...before.tags, { path, title, address, isPinned: false }]
  const recent = [path, ...before.recent.filter((one) => one !== path)]
  const gone = before.leaving.includes(path) ? [] : before.leaving
  return closeOldest(closePages({ ...before, tags, recent }, gone), path)
}

/** One too many: the page that nobody has looked at for longest goes, unless it is pinned or holds something. */
function closeOldest(state: Tags, front: string): Tags {
  if (state.tags.length <= limits.tags) return state
  const age = ({ path }: Tag) => state.recent.indexOf(path) >>> 0
  const mayGo = state.tags.filter(({ path, isPinned }) => !isPinned && path !== front && !state.unsaved.includes(path))
  const oldest = mayGo.sort((one, other) => age(other) - age(one))[0]
  return oldest ? closePages(state, [oldest.path]) : state
}

export function closePages(before: Tags, paths: readonly string[]): Tags {
  const isOpen = (path: string) => !paths.includes(path)
  return {
    tags: before.tags.filter(({ path }) => isOpen(path)),
    recent: before.recent.filter(isOpen),
    rounds: before.rounds,
    unsaved: before.unsaved.filter(isOpen),
    names: Object.fromEntries(Object.entries(before.names).filter(([path]) => isOpen(path))),
    leaving: before.leaving.filter(isOpen),
  }
}

/** Closes the page in front, which is about to be left. */
export const closeOnLeave = (before: Tags, path: string): Tags => ({ ...before, leaving: [path] })

const listUnpinnedPaths = ({ tags }: Tags) => tags.filter(({ isPinned }) => !isPinned).map(({ path }) => path)
export const listOtherPaths = (state: Tags, path: string) => listUnpinnedPaths(state).filter((one) => one !== path)
export const listClosablePaths = listUnpinnedPaths

/** Where to go when the page in front closes: to the one visited before it, or to nothing in particular. */
export function findTagAfterClosing(state: Tags, paths: readonly string[]): Tag | undefined {
  const next = state.recent.find((path) => !paths.includes(path))
  return state.tags.find(({ path }) => path === next) ?? state.tags.find(({ path }) => !paths.includes(path))
}

/** Pinned ones stand first, in the order in which they were pinned. */
export function togglePin(before: Tags, path: string): Tags {
  const tags = before.tags.map((tag) => (tag.path === path ? { ...tag, isPinned: !tag.isPinned } : tag))
  return { ...before, tags: [...tags.filter((tag) => tag.isPinned), ...tags.filter((tag) => !tag.isPinned)] }
}

export const restartPage = (before: Tags, path: string): Tags => ({
  ...before,
  rounds: { ...before.rounds, [path]: (before.rounds[path] ?? 0) + 1 },
  unsaved: before.unsaved.filter((one) => one !== path),
})

export function markUnsaved(before: Tags, path: string, isUnsaved: boolean): Tags {
  const isOpen = before.tags.some((tag) => tag.path === path)
  if (!isOpen || before.unsaved.includes(path) === isUnsaved) return before
  const others = before.unsaved.filter((one) => one !== path)
  return { ...before, unsaved: isUnsaved ? [...others, path] : others }
}

/** A page says its own name. */
export function namePage(before: Tags, path: string, name: string): Tags {
  const isOpen = before.tags.some((tag) => tag.path === path)
  if (!isOpen || before.names[path] === name) return before
  const tags = before.tags.map((tag) => (tag.path === path ? { ...tag, title: name } : tag))
  return { ...before, tags, names: { ...before.names, [path]: name } }
}

/** The pages that go on living, in the order of their tags: one that moves in the document would lose its place. */
export function listKeepAliveTags({ tags, recent, unsaved }: Tags): Tag[] {
  const keepAlive = new Set([...recent.slice(0, limits.keepAlive), ...unsaved])
  return tags.filter(({ path }) => keepAlive.has(path))
}

/** A page that is open behind the present one is found as it was left; the present one begins anew. */
export function getTagAddress({ tags }: Tags, url: string, front: string): string {
  const open = url === front ? undefined : tags.find(({ path }) => path === url)
  return open?.address ?? url
}
