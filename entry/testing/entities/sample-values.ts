import sharp from 'sharp'

export const maskPhone = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`

/** A small picture of one colour. */
export const createPicture = (background = '#c33'): Promise<Buffer> =>
  sharp({ create: { width: 120, height: 120, channels: 3, background } })
    .png()
    .toBuffer()
