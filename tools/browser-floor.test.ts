import { expect, it } from 'vitest'
import { findTooNew } from './browser-floor.ts'

it('finds functions and style that Chrome 109 lacks, and leaves older ones alone', () => {
  const script = 'a.toSorted();new URLSearchParams(g).size;b.isSubsetOf(c);new Set([1]).union(d);e.values().map(f)'
  expect(findTooNew('a.js', script).map((problem) => problem.match(/since (\d+)/)![1])).toEqual([
    '110',
    '113',
    '122',
    '122',
    '122',
  ])
  expect(findTooNew('a.css', '.a{color:light-dark(red,blue)}.b{& .c{top:0}}')).toHaveLength(2)
  expect(findTooNew('a.js', 'structuredClone(a);a.at(-1);a.findLast(b);[...c.values()].map(d)')).toEqual([])
  expect(findTooNew('a.css', '.a:has(.b){height:1dvh}@container (width>1px){.c{top:0}}')).toEqual([])
})
