import { expect, it } from 'vitest'
import { z } from 'zod'
import { fileItem } from '../contract.ts'
import { toViewerItem } from './show-files.ts'

it.each([
  ['files/1.png', 'image'],
  ['files/1.MP4', 'video'],
  ['files/1.txt', 'text'],
  ['files/1.docx', 'pdf'],
])('shows a file item of the specification with the path %s as %s', (path, kind) => {
  const item = z.decode(fileItem, { name: '通知', path, url: 'https://a.test/1', downUrl: 'https://a.test/2' })
  expect(toViewerItem(item)).toEqual({ name: '通知', url: 'https://a.test/1', downloadUrl: 'https://a.test/2', kind })
})
