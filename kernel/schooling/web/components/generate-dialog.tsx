import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { generateClasses, isAtASchool, schoolingKey, parseTreeNode } from '../class-queries.ts'
import { setUpQuery } from '../set-up-queries.ts'
import { gradesQuery } from '../time-queries.ts'
import {
  countMissingClasses,
  isClassNumber,
  listMissingClasses,
  listGradeClassCounts,
  type ClassNumbers,
} from '../grade-class-counts.ts'
import { getToday } from '../class-labels.ts'
import { GenerateGrid } from './generate-grid.tsx'

/** 批量建班: a number of classes for each grade of the school's stages. */
export function GenerateDialog({ onClose }: { onClose: () => void }) {
  const { search } = usePageSearch()
  const position = parseTreeNode(search.get('node'))
  const generating = useGenerateClasses(position.orgId)
  const toast = useToast()
  const { wanted, numbers, setNumbers, count, canSend, generate } = generating
  const press = async () => {
    const made = await generate()
    toast.success(`已新建 ${made} 个班级`)
  }
  return (
    <ConfirmAction
      title="批量建班"
      size="form"
      submitLabel={count > 0 ? `新建 ${count} 个班级` : '新建班级'}
      isDisabled={!canSend}
      submit={press}
      onClose={onClose}
    >
      {!isAtASchool(position) ? (
        <PageState status="empty" title="请先选择学校" text="在左侧选择一所学校，再批量建班。" />
      ) : generating.error ? (
        <PageState status="failed" error={generating.error} onRetry={generating.retry} />
      ) : wanted === undefined ? (
        <PageState status="loading" />
      ) : wanted.length === 0 ? (
        <PageState status="empty" title="没有可以建班的学段" text="学校的学段由教育局维护。" />
      ) : (
        <GenerateGrid wanted={wanted} numbers={numbers} onChange={setNumbers} isFirst />
      )}
    </ConfirmAction>
  )
}

/** The numbers of the form and the classes that they would create. */
export function useGenerateClasses(orgId: string) {
  const client = useQueryClient()
  const setUp = useQuery(setUpQuery(orgId))
  const grades = useQuery(gradesQuery(orgId))
  const [numbers, setNumbers] = useState<ClassNumbers>({})
  const wanted =
    setUp.data && grades.data ? listGradeClassCounts(setUp.data.stages, grades.data, getToday()) : undefined
  const count = wanted ? countMissingClasses(wanted, numbers) : 0
  const areGood = Object.values(numbers).every((text) => text.trim() === '' || isClassNumber(text))
  return {
    wanted,
    numbers,
    setNumbers,
    count,
    canSend: count > 0 && areGood,
    error: setUp.error ?? grades.error,
    retry: () => void Promise.all([setUp.refetch(), grades.refetch()]),
    generate: async () => {
      const { classes } = await generateClasses({ orgId, grades: listMissingClasses(wanted ?? [], numbers) })
      setNumbers({})
      await client.invalidateQueries({ queryKey: schoolingKey })
      return classes
    },
  }
}
