import { StarOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { call } from '#packages/web/core/call.ts'
import type { FormSpec } from '#packages/web/core/form/form-spec.ts'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { SmallMenu } from '#packages/web/desk/small-menu.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { appDataApi, viewForm, type SavedView, type ViewForm } from '../../contract.ts'
import { dataKey, viewsQuery, type Range } from '../data-queries.ts'
import styles from './saved-views.module.css'

const form: FormSpec<ViewForm> = {
  schema: viewForm,
  initial: () => ({ name: '' }),
  sections: [{ fields: [{ name: 'name', label: '名称', kind: 'text', required: true }] }],
}

/** Organisation, days and metric under a name. A view whose organisation may no longer be read opens without it. */
export function SavedViews({ range }: { range: Range }) {
  const { data: views = [] } = useQuery(viewsQuery(range.key))
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const client = useQueryClient()
  const toast = useToast()
  const [isNaming, setNaming] = useState(false)
  const code = search.get('code')
  const show = ({ name, orgId, code: metric, from, to, lost }: SavedView) => {
    setParams({ org: orgId, code: metric, from, to, page: null, sort: null })
    if (lost.length > 0) toast.error(`您不能再查看“${name}”中的${lost.join('和')}，已改为显示可查看的数据`)
  }
  const remove = async (id: string) => {
    try {
      await call(appDataApi.removeView, { body: { id } })
      await client.invalidateQueries({ queryKey: dataKey })
    } catch (error) {
      toast.error(getErrorMessage(error))
    }
  }
  return (
    <>
      <SmallMenu
        label="我的视图"
        className={styles['button']!}
        button={
          <>
            <Glyph of={StarOutlined} /> 我的视图
          </>
        }
        items={[
          ...views.map((view) => ({ key: view.id, label: view.name, onSelect: () => show(view) })),
          { key: 'save', label: '保存当前视图', dividerBefore: views.length > 0, onSelect: () => setNaming(true) },
          ...views.map(({ id, name }) => ({
            key: `remove ${id}`,
            label: `删除“${name}”`,
            isDanger: true,
            onSelect: () => void remove(id),
          })),
        ]}
      />
      {isNaming && (
        <FormDialog
          title="保存视图"
          form={form}
          submit={async ({ name }) => {
            await call(appDataApi.saveView, { body: { ...range, code, name } })
            await client.invalidateQueries({ queryKey: dataKey })
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}
