import { InboxOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { lazy, useMemo } from 'react'
import { queryOf } from '#packages/web/core/query-of.ts'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { ListPage } from '#packages/web/desk/list/list-page.tsx'
import type { DialogAction } from '#packages/web/desk/list/list-spec.ts'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { collectTask, collectTaskApi, type CollectTargets, type CollectTaskRow } from '../../contract.ts'

const UploadDialog = lazy(() => import('./collect-upload-dialog.tsx'))

export const targetsQuery = queryOf(['developer', 'collect-targets'], collectTaskApi.targets)

const uploadFile: DialogAction<CollectTaskRow> = {
  key: 'upload',
  label: '上传数据',
  permission: 'collect.manage',
  isSingle: true,
  isPrimary: true,
  when: ({ isDisabled }) => !isDisabled,
  open: (row, page) => <UploadDialog task={row} page={page} />,
}

/** 采集: what is received from other systems. */
export function CollectTasks() {
  const query = useQuery(targetsQuery)
  return <QueryState query={query}>{(targets) => <Tasks targets={targets} />}</QueryState>
}

function Tasks({ targets }: { targets: CollectTargets }) {
  const spec = useMemo(() => {
    const options = targets.map(({ key, title }) => ({ value: key, label: title }))
    const list = createEntityListSpec(collectTask, collectTaskApi, {
      key: 'developer:collect',
      icon: InboxOutlined,
      fixed: { org: null },
      initial: () => ({ target: targets[0]?.key ?? '' }),
      controls: {
        target: ({ value, onChange }) => (
          <PlainSelect
            label="采集内容"
            value={typeof value === 'string' ? value : ''}
            options={options}
            onChange={onChange}
          />
        ),
      },
      empty: { title: '还没有采集任务', text: '新建任务后，可以上传闸机、考勤机等系统导出的文件。' },
    })
    return { ...list, actions: [uploadFile, ...list.actions!] }
  }, [targets])
  return <ListPage spec={spec} />
}
