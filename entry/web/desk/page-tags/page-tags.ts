/** An opened page: its name, and the address at which it was left. */
export interface PageTag {
  /** The path of the page without its query: one tag per page. */
  path: string
  title: string
  /** The path with query and hash. */
  address: string
  isPinned: boolean
}

export interface Tags {
  tags: readonly PageTag[]
  /** Paths, the most recently visited first. */
  recent: readonly string[]
  /** How often a page was remounted; its state is lost each time. */
  rounds: Readonly<Record<string, number>>
  /** Pages with unsaved changes. */
  unsaved: readonly string[]
  /** The names that pages set for themselves, by path. */
  names: Readonly<Record<string, string>>
  /** Closed as soon as another page is in front: until then the address is still theirs. */
  leaving: readonly string[]
}

/** The numbers of remembered addresses and of mounted pages. */
const limits = { tags: 20, keepAlive: 8 } as const

export type PageVisit = Pick<PageTag, 'path' | 'title' | 'address'>

/** The start page is open from the beginning and cannot be closed. */
export const newTags = (home?: Pick<PageTag, 'path' | 'title'>): Tags => ({
  tags: home ? [{ ...home, address: home.path, isPinned: true }] : [],
  recent: [],
  rounds: {},
  unsaved: [],
  names: {},
  leaving: [],
})

/** The tags after a reload: without pages that no longer exist, and with the start page. */
export function restoreTags(
  stored: Pick<Tags, 'tags' | 'recent'>,
  fresh: Tags,
  exists: (path: string) => boolean,
): Tags {
  const tags = stored.tags.filter(({ path }) => exists(path))
  const missing = fresh.tags.filter(({ path }) => !tags.some((tag) => tag.path === path))
  return { ...fresh, tags: [...missing, ...tags], recent: stored.recent.filter(exists) }
}

/** Puts a page in front. Returns the same state when the page is already there, at the same address. */
export function visitPage(before: Tags, { path, title, address }: PageVisit): Tags {
  const known = before.tags.find((tag) => tag.path === path)
  if (known?.address === address && known.title === title && before.recent[0] === path) return before
  const tags = known
    ? before.tags.map((tag) => (tag === known ? { ...tag, title, address } : tag))
    : [...before.tags, { path, title, address, isPinned: false }]
  const recent = [path, ...before.recent.filter((one) => one !== path)]
  const stillLeaving = before.leaving.includes(path) ? [] : before.leaving
  return closeOldest(closePages({ ...before, tags, recent }, stillLeaving), path)
}

/** Above the limit the least recently visited page is closed, unless it is pinned or unsaved. */
function closeOldest(state: Tags, front: string): Tags {
  if (state.tags.length <= limits.tags) return state
  const age = ({ path }: PageTag) => state.recent.indexOf(path) >>> 0
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

/** Marks the page in front for closing when it is left. */
export const closeOnLeave = (before: Tags, path: string): Tags => ({ ...before, leaving: [path] })

const listUnpinnedPaths = ({ tags }: Tags) => tags.filter(({ isPinned }) => !isPinned).map(({ path }) => path)
export const listOtherPaths = (state: Tags, path: string) => listUnpinnedPaths(state).filter((one) => one !== path)
export const listClosablePaths = listUnpinnedPaths

/** The tag to open when the page in front closes: the one visited before it, if any. */
export function findTagAfterClosing(state: Tags, paths: readonly string[]): PageTag | undefined {
  const next = state.recent.find((path) => !paths.includes(path))
  return state.tags.find(({ path }) => path === next) ?? state.tags.find(({ path }) => !paths.includes(path))
}

/** Pinned tags come first, in the order in which they were pinned. */
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

/** Sets the name that a page gives itself. */
export function namePage(before: Tags, path: string, name: string): Tags {
  const isOpen = before.tags.some((tag) => tag.path === path)
  if (!isOpen || before.names[path] === name) return before
  const tags = before.tags.map((tag) => (tag.path === path ? { ...tag, title: name } : tag))
  return { ...before, tags, names: { ...before.names, [path]: name } }
}

/** The mounted pages, in the order of their tags: moving one in the document would reset its scroll position. */
export function listKeepAliveTags({ tags, recent, unsaved }: Tags): PageTag[] {
  const keepAlive = new Set([...recent.slice(0, limits.keepAlive), ...unsaved])
  return tags.filter(({ path }) => keepAlive.has(path))
}

/** A page behind the current one opens as it was left; the current one starts again. */
export function getTagAddress({ tags }: Tags, url: string, front: string): string {
  const open = url === front ? undefined : tags.find(({ path }) => path === url)
  return open?.address ?? url
}
