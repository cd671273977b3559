import { useState } from 'react'
import { appAudiences } from '#packages/contract'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { SplitList } from '#packages/web/desk/split-page/split-list.tsx'
import type { PermissionNode } from '../../../contract.ts'

export const getAppAudience = (power: number) =>
  Object.values(appAudiences).find(({ code }) => code === power)?.title ?? ''

interface Props {
  categories: readonly PermissionNode[]
  chosen: string | undefined
  onChoose: (key: string) => void
}

/** The applications by category, each with its audience. */
export function AppNav({ categories, chosen, onChoose }: Props) {
  const [keyword, setKeyword] = useState('')
  const wanted = keyword.trim().toLowerCase()
  const hits = categories
    .map((group) => ({ ...group, children: group.children.filter(({ name }) => name.toLowerCase().includes(wanted)) }))
    .filter(({ children }) => children.length > 0)
  return (
    <SplitList
      label="应用"
      search={{ label: '搜索应用', placeholder: '应用名称', value: keyword, onChange: setKeyword }}
      state={
        hits.length === 0 && (
          <PageState status="noMatch" title="没有找到应用" text="换个词试试。" onClear={() => setKeyword('')} />
        )
      }
      groups={hits.map(({ id, name, children }) => ({
        key: id,
        title: name,
        items: children.map((app) => ({ key: app.id, label: app.name, note: getAppAudience(app.power) })),
      }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}
