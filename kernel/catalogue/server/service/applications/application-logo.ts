import { invalid, type Ctx } from '#packages/core'
import { claimPicture, releaseOtherPictures, listPictures } from '#kernel/files/server/api.ts'
import type { AppRow } from '../../application-list.ts'
import { listReadableApplications } from './find-application.ts'

/** The owner kind under which applications claim their icon files. */
export const logoOwner = 'application'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Built-in icons have names; an uploaded icon is stored as the id of its file. */
export const isOwnLogo = (logo: string) => uuid.test(logo)

/** Everybody who may read the registration may read the icon. */
export const canReadLogo = async (ctx: Ctx, key: string) =>
  (await listReadableApplications(ctx)).apps.some((app) => app.key === key)

/** The icon of a form: a name, a file id, or the link that the server returned, which leaves the icon unchanged. */
export function getSubmittedLogo(logo: string, before: string | undefined): string {
  if (!logo.includes('/')) return logo
  if (before === undefined) throw invalid([{ field: 'logo', msg: '请选择图标或上传图片' }])
  return before
}

export async function claimLogo(ctx: Ctx, key: string, logo: string) {
  if (isOwnLogo(logo)) await claimPicture(ctx, { kind: logoOwner, id: key }, logo, 'logo')
}

/** Releases icon files that are neither in use nor part of a pending change. */
export const keepLogoFiles = (ctx: Ctx, key: string, logos: readonly string[]) =>
  releaseOtherPictures(ctx, { kind: logoOwner, id: key }, logos.filter(isOwnLogo))

/** The icon of a tile: the name of a built-in icon, or a link for the caller. */
export async function resolveLogos(ctx: Ctx, apps: readonly Pick<AppRow, 'key' | 'logo'>[]) {
  const own = apps.filter(({ logo }) => isOwnLogo(logo))
  const pictures = await listPictures(
    ctx,
    logoOwner,
    own.map(({ key }) => key),
  )
  return ({ key, logo }: Pick<AppRow, 'key' | 'logo'>): string =>
    isOwnLogo(logo) ? (pictures.get(key)?.find(({ id }) => id === logo)?.url ?? '') : logo
}
