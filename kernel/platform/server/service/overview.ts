import { appCategories, type DayRange } from '#packages/contract'
import { inDirectory } from '#packages/db/directory.ts'
import type { OutsideCtx } from '#packages/http'
import { listBuiltInTypes } from '#kernel/dictionary/server/api.ts'
import { openProfile } from '#kernel/identity/server/api.ts'
import { listOperationPage } from '../queries.ts'

interface LogFilter extends DayRange {
  pageNumber: number
  pageSize: number
  district?: number | undefined
}

export async function listOperations({ cells }: OutsideCtx, filter: LogFilter) {
  const { items, ...page } = await inDirectory(cells, (db) => listOperationPage(db, filter))
  return {
    ...page,
    items: items.map(({ at, accountId, profile, ...row }) => ({
      ...row,
      at: at.toISOString(),
      name: openProfile(accountId, profile).name || '未命名',
    })),
  }
}

/** The built-in applications of this release. */
export const listApplications = ({ app }: Pick<OutsideCtx, 'app'>) =>
  app.manifests
    .flatMap((manifest) =>
      manifest.kind === 'application'
        ? [
            {
              id: manifest.key,
              name: manifest.title,
              route: manifest.route,
              category: appCategories[manifest.category],
              about: manifest.about,
              pages: manifest.pages?.length ?? 0,
            },
          ]
        : [],
    )
    .toSorted(
      (one, other) => one.category.localeCompare(other.category, 'zh') || one.name.localeCompare(other.name, 'zh'),
    )

/** The constants of the platform: declared by modules, so that they are the same in every district. */
export const listConstantTypes = ({ app }: Pick<OutsideCtx, 'app'>) =>
  listBuiltInTypes({ app }).map(({ code, name, about, items, isFixed, mayAdd, isDisabled }) => ({
    id: code,
    name,
    about,
    values: items.map((item) => ({ code: item.code, name: item.name })),
    rule: isDisabled
      ? ('disabled' as const)
      : isFixed
        ? ('fixed' as const)
        : mayAdd
          ? ('add' as const)
          : ('hide' as const),
  }))
