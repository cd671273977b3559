import { invalid, type Ctx } from '#packages/core'
import { holdPicture, keepPictures, picturesOf } from '#kernel/files/server'
import type { AppRow } from '../../application-list.ts'
import { readable } from './finding.ts'

/** Applications hold their pictures under this name. */
export const pictureOwner = 'application'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Our pictures have names; its own is kept as the id of the file. */
export const isOwnPicture = (logo: string) => uuid.test(logo)

/** Those who may read the registration may read the picture. */
export const canReadPicture = async (ctx: Ctx, key: string) => (await readable(ctx)).apps.some((app) => app.key === key)

/** What a form says: a name, the id of a file, or the link that was told, which changes nothing. */
export function logoSaid(logo: string, before: string | undefined): string {
  if (!logo.includes('/')) return logo
  if (before === undefined) throw invalid([{ field: 'logo', msg: '请选择图标或上传图片' }])
  return before
}

export async function holdLogo(ctx: Ctx, key: string, logo: string) {
  if (isOwnPicture(logo)) await holdPicture(ctx, { kind: pictureOwner, id: key }, logo, 'logo')
}

/** What is neither in force nor asked for is let go of. */
export const keepLogos = (ctx: Ctx, key: string, logos: readonly string[]) =>
  keepPictures(ctx, { kind: pictureOwner, id: key }, logos.filter(isOwnPicture))

/** What stands on a tile: the name of one of our pictures, or a link for whoever asks. */
export async function logosFor(ctx: Ctx, apps: readonly Pick<AppRow, 'key' | 'logo'>[]) {
  const own = apps.filter(({ logo }) => isOwnPicture(logo))
  const pictures = await picturesOf(
    ctx,
    pictureOwner,
    own.map(({ key }) => key),
  )
  return ({ key, logo }: Pick<AppRow, 'key' | 'logo'>): string =>
    isOwnPicture(logo) ? (pictures.get(key)?.find(({ id }) => id === logo)?.url ?? '') : logo
}
