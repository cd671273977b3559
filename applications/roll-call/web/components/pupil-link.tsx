import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { pathOf } from './paths.ts'

/** 学生考勤 of a pupil: the whole term, instead of the page; a new tab has it too. */
export function PupilLink({ id, name }: { id: string; name: string }) {
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const target = new URLSearchParams({ pupil: id })
  const press = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setParams({ pupil: id })
  }
  const orgId = search.get('orgId')
  if (orgId) target.set('orgId', orgId)
  return (
    <Link to={`${pathOf('class')}?${target.toString()}`} onClick={press}>
      {name}
    </Link>
  )
}
