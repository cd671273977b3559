import { expect, it } from 'vitest'
import { createLibraryPolicy } from './trusted-types.ts'

const { createHTML, createScriptURL } = createLibraryPolicy('https://portal.example.cn')

it('lets libraries write style sheets and empty text, and no markup', () => {
  for (const text of ['', 'Test', '.a > .b{color:red}', '@media (width < 600px){a{b:c}}', 'a{content:"<"}'])
    expect(createHTML(text)).toBe(text)
  for (const text of ['<img src=x onerror=alert(1)>', 'a{}</style><script>', '<!--', 'x<?xml'])
    expect(createHTML(text)).toBeNull()
})

it('allows workers from our own files only', () => {
  expect(createScriptURL('/assets/pdf-6/worker.js')).toBe('/assets/pdf-6/worker.js')
  for (const address of [
    'https://evil.example/assets/worker.js',
    '//evil.example/assets/x.js',
    '/api/files/x.js',
    'data:text/javascript,1',
    'blob:https://portal.example.cn/assets/1',
    '/assets/../api/x.js',
    'https://',
  ])
    expect(createScriptURL(address)).toBeNull()
})
