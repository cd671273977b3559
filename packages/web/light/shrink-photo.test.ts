import { expect, it } from 'vitest'
import { fitEdges, shrinkPhoto, toJpegName } from './shrink-photo.ts'

it('makes the longer edge 1600 at most, and nothing larger', () => {
  expect(fitEdges(4032, 3024)).toEqual({ width: 1600, height: 1200 })
  expect(fitEdges(1080, 2400)).toEqual({ width: 720, height: 1600 })
  expect(fitEdges(800, 600)).toEqual({ width: 800, height: 600 })
  expect(fitEdges(9000, 2)).toEqual({ width: 1600, height: 1 })
})

it('names the picture after the file', () => {
  expect(['IMG_1234.HEIC', 'a.b.png', 'photo', '.jpg'].map(toJpegName)).toEqual([
    'IMG_1234.jpg',
    'a.b.jpg',
    'photo.jpg',
    '照片.jpg',
  ])
})

it('leaves what it cannot read to the server', async () => {
  const text = new File(['x'], 'a.txt', { type: 'text/plain' })
  expect(await shrinkPhoto(text)).toBe(text)
})
