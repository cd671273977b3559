import { relative } from 'node:path'
import type { Plugin } from 'vite'

export interface ModuleGraph {
  ids: readonly string[]
  staticImports: (id: string) => readonly string[]
  dynamicImports: (id: string) => readonly string[]
}

/** In all folders of packages, however pnpm links them. */
const inPackage = (...names: string[]) =>
  new RegExp(`[\\\\/]node_modules[\\\\/](?:${names.join('|').replaceAll('/', '[\\\\/]')})[\\\\/]`)

/** antd with all that it stands on: lists need nearly all of what we use of it. */
const antd = inPackage(
  'antd',
  '@ant-design/(?:colors|cssinjs|cssinjs-utils|fast-color)',
  '@rc-component',
  '@emotion',
  '@babel/runtime',
  'stylis',
  'react-is',
  'is-mobile',
)
const zod = inPackage('zod')

/** Parts of the desk that few pages use: fetched with the first page or dialog that needs one. */
const rarePart =
  /^packages\/web\/desk\/(?:chart|day-board|gallery|import-wizard|sheet-grid|stat-page|timetable-grid|viewer)\//
/** Those in one chunk each; the bundler decides about the others, which are fetched in steps. */
const ownChunk = /^packages\/web\/desk\/(day-board|import-wizard|sheet-grid|stat-page|timetable-grid)\//
const boardPart = /^packages\/web\/desk\/(?:board\/|chart\/(?!plot))/
/** What the bars need of the kernel, and what its cards on the board need: by the names of their files. */
const barItem = /\/(?:[\w-]+-button|avatar|counts-watch)\.tsx$/
const boardCard = /\/(?:[\w-]+-card\.tsx|[\w-]+-card-shape\.ts|board-queries\.ts|queries\.ts)$/
const boardPage = 'applications/data-centre/web/pages/data-board.tsx'
const pageFile = /\/web\/pages\/[\w-]+\.tsx$/
const listArchetype = 'packages/web/desk/list/list-page.tsx'
const formArchetype = 'packages/web/desk/form/use-schema-form.ts'
const modulePart = /^(?:kernel|engines|applications)\/([^/]+)\//
/** Shared with phones, but only for approvals, for files, for signatures, for rolls and for signing in. */
const rareShared =
  /^(?:kernel\/(?:approval|files|session)\/web\/|packages\/web\/(?:light\/signature-box|core\/device-store|(?:core|light)\/(?:outbox|roster-pad)\/))/

/**
 * The chunk of each module; the bundler decides about those without one. A hundred small chunks take longer than a
 * large one, so the desk has few: its shell, antd, lists, forms, what the kernel adds to the bars and to the board, and
 * one or two for each module. What phones load first is chosen by hand in the configuration.
 *
 * A group has everything that its modules import, or a group above has it: so two chunks never import each other.
 */
export function assignChunks(graph: ModuleGraph, root: string, firstOfPhones: RegExp): Map<string, string> {
  const names = new Map(
    graph.ids.map((id) => [id, relative(root, id.replace(/\?.*$/, '')).replaceAll('\\', '/')] as const),
  )
  const nameOf = (id: string) => names.get(id) ?? ''
  const matching = (pattern: RegExp) => graph.ids.filter((id) => pattern.test(nameOf(id)))
  const named = (...wanted: string[]) => graph.ids.filter((id) => wanted.includes(nameOf(id)))
  const follow = (from: Iterable<string>, next: (id: string) => readonly string[]) => {
    const found = new Set(from)
    for (const id of found) for (const below of next(id)) found.add(below)
    return found
  }
  const closure = (from: Iterable<string>) => follow(from, graph.staticImports)
  const allBehind = (...wanted: string[]) =>
    follow(named(...wanted), (id) => [...graph.staticImports(id), ...graph.dynamicImports(id)])

  const first = closure([...named('entry/web/light/main.tsx', 'entry/web/boot.ts'), ...matching(firstOfPhones)])
  const light = allBehind('entry/web/light/main.tsx', 'entry/web/ticket-sign-in/open-ticket.ts')
  for (const id of first) light.add(id)
  const desk = allBehind('entry/web/desk/main.tsx')
  const cardsOf = (pattern: RegExp) =>
    matching(pattern).flatMap((id) => graph.dynamicImports(id).filter((one) => boardCard.test(nameOf(one))))

  const kernelIndex = /^(?:kernel\/[^/]+|applications\/data-centre)\/web\/index\.ts$/
  const shell = closure(named('entry/web/desk/main.tsx'))
  const bars = closure([
    ...matching(kernelIndex),
    ...matching(kernelIndex).flatMap((id) => graph.dynamicImports(id).filter((one) => barItem.test(nameOf(one)))),
    // What the bars and every list ask for: tasks that run, and saved views.
    ...named('entry/web/desk/shell/quick-access.tsx', 'kernel/task/web/queries.ts', 'kernel/personal/contract.ts'),
  ])
  const board = closure([...matching(boardPart), ...cardsOf(kernelIndex), ...named(boardPage)])

  const chunks = new Map<string, string>()
  const assign = (chunk: string, ids: Iterable<string>, isWanted: (id: string) => boolean = () => true) => {
    for (const id of ids) if (!chunks.has(id) && !first.has(id) && isWanted(id)) chunks.set(id, chunk)
  }
  const isDesk = (id: string) => desk.has(id) && !light.has(id)
  const isOurs = (id: string) =>
    (/^(?:packages|kernel)\//.test(nameOf(id)) && !rareShared.test(nameOf(id))) ||
    (nameOf(id).startsWith('entry/') && shell.has(id))

  const inBoth = [...light].filter((id) => desk.has(id) && isOurs(id))
  // Phones load what decodes answers late: what their pages show before that stays apart.
  const early = closure(
    [...light].flatMap(graph.dynamicImports).filter((id) => ![...closure([id])].some((below) => zod.test(below))),
  )
  assign('parts', inBoth, (id) => early.has(id) || nameOf(id).endsWith('.css'))
  // All that the sign-in page fetches after its form.
  const ofSignIn = [
    'packages/web/core/call.ts',
    'packages/web/core/form-errors.ts',
    'kernel/session/contract.ts',
    'packages/web/light/qr-picture.tsx',
  ]
  assign('call', closure(named(...ofSignIn)))
  assign('shared', inBoth, (id) => shell.has(id) || bars.has(id) || board.has(id))

  const allPages = matching(modulePart).filter((id) => pageFile.test(nameOf(id)))
  const pages = closure(allPages)
  const library = matching(/^packages\/web\/desk\//).filter((id) => isDesk(id) && !rarePart.test(nameOf(id)))
  const uses = (id: string, ...wanted: string[]) => named(...wanted).some((one) => closure([id]).has(one))
  // Lists whose forms are fetched when one is opened; the pages that show a form at once fetch both chunks.
  const lists = allPages.filter((id) => uses(id, listArchetype) && !uses(id, formArchetype))
  const ofLists = closure(lists)
  assign('shared-lists', inBoth, (id) => ofLists.has(id))
  assign('shared-pages', inBoth)
  assign('shell', shell, isDesk)
  // What the bars and the cards share with pages stays out of the chunk of the cards: a list does not fetch that.
  const isLibrary = (id: string) => !/^(?:kernel|engines|applications)\//.test(nameOf(id)) && !rarePart.test(nameOf(id))
  assign('shell', [...bars, ...board], (id) => isDesk(id) && isLibrary(id) && !boardPart.test(nameOf(id)))
  // One file of styles for the shell and its bars.
  assign('shell', bars, (id) => isDesk(id) && nameOf(id).endsWith('.css'))
  assign('bars', bars, isDesk)
  // Not web/api.ts: it passes on components, which are in the chunk of the board.
  assign('bars', board, (id) => isDesk(id) && /^kernel\/[^/]+\/(?:web\/(?!api\.ts$))?[\w-]+\.ts$/.test(nameOf(id)))
  assign('board', board, isDesk)
  assign('antd', graph.ids, (id) => antd.test(id) && !light.has(id))
  assign('antd', named('entry/web/desk/theme.tsx'))
  assign('list', library, (id) => ofLists.has(id))
  assign('forms', library, (id) => pages.has(id))
  for (const id of matching(ownChunk)) assign(ownChunk.exec(nameOf(id))![1]!, [id], isDesk)
  // Dialogs that pages open later.
  assign('dialogs', library)
  for (const index of matching(/^(?:engines|applications)\/[^/]+\/web\/index\.ts$/)) {
    const [folder, module] = /^\w+\/([^/]+)\//.exec(nameOf(index))!
    const cards = graph.dynamicImports(index).filter((id) => boardCard.test(nameOf(id)))
    assign(`${module}-cards`, closure([index, ...cards]), (id) => isDesk(id) && nameOf(id).startsWith(folder))
  }
  // Most people open the first page of a module, and few of them another one.
  const indexes = matching(/^(?:kernel|engines|applications)\/[^/]+\/web\/index\.ts$/)
  const firstPages = closure(
    indexes.flatMap((id) => graph.dynamicImports(id).find((one) => pageFile.test(nameOf(one))) ?? []),
  )
  for (const id of desk) {
    const module = modulePart.exec(nameOf(id))?.[1]
    if (module)
      assign(firstPages.has(id) ? module : pages.has(id) ? `${module}-pages` : `${module}-dialogs`, [id], isDesk)
  }
  // An icon of one module is in its chunk, and those of several in the chunk that all of them need.
  const users = new Map<string, Set<string>>()
  for (const [id, chunk] of chunks)
    for (const below of graph.staticImports(id)) users.set(below, (users.get(below) ?? new Set()).add(chunk))
  for (const id of matching(/@ant-design\/icons\/es\/icons\//)) {
    const using = [...(users.get(id) ?? [])]
    const chunk = using.includes('antd') ? 'antd' : using.length === 1 ? using[0]! : 'list'
    if (using.length > 0) assign(chunk, closure([id]), (one) => !light.has(one))
  }
  return chunks
}

/** The icons that a module imports: the package has one file for all names. */
const iconImport = /import\s*\{([^}]*)\}\s*from\s*["']@ant-design\/icons["']/g
const iconBarrel = /[\\/]@ant-design[\\/]icons[\\/]es[\\/]index\.js$/

/** Assigns the chunks after the build has read all modules. */
export function chunkGroups(
  root: string,
  firstOfPhones: RegExp,
): { plugin: Plugin; name: (id: string) => string | null } {
  let chunks = new Map<string, string>()
  return {
    plugin: {
      name: 'chunk-groups',
      apply: 'build',
      buildEnd() {
        const ids = [...this.getModuleIds()]
        const iconFiles = new Map(
          ids.flatMap((id) => {
            const name = /[\\/]@ant-design[\\/]icons[\\/]es[\\/]icons[\\/](\w+)\.js$/.exec(id)?.[1]
            return name ? [[name, id] as const] : []
          }),
        )
        const staticImports = (id: string): readonly string[] => {
          const { importedIds = [], code } = this.getModuleInfo(id) ?? {}
          // antd's own file for all names says nothing about what is used.
          if (/[\\/]antd[\\/]es[\\/]index\.js$/.test(id)) return []
          return importedIds.flatMap((one) => {
            if (!iconBarrel.test(one)) return [one]
            const wanted = [...(code ?? '').matchAll(iconImport)].flatMap(([, list = '']) => list.split(','))
            return wanted.flatMap((icon) => iconFiles.get(icon.replace(/\sas\s.*/s, '').trim()) ?? [])
          })
        }
        const dynamicImports = (id: string) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []
        chunks = assignChunks({ ids, staticImports, dynamicImports }, root, firstOfPhones)
      },
    },
    name: (id) => chunks.get(id) ?? null,
  }
}
