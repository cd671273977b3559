import { call } from '#packages/web/core/call.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import { Card } from '#packages/web/desk/board/card.tsx'
import { FactRows, FactRowsSkeleton } from '#packages/web/desk/board/fact-rows.tsx'
import { orgApi, orgTypes } from '../../contract.ts'
import { orgKey } from '../queries.ts'

type Own = Awaited<ReturnType<typeof readOwn>>

const readOwn = ({ signal }: { signal: AbortSignal }) => call(orgApi.mine, { signal })
const own: Reading<Own> = { queryKey: [...orgKey, 'mine'], queryFn: readOwn }

const labels = ['单位', '地址', '联系人', '电话', '上级']

/** Where I work, and whom to call. */
export default function OwnCard() {
  return (
    <Card
      reading={own}
      meta={({ type }) => orgTypes[type].title}
      more={{ label: '查看本单位首页', to: '/puMain' }}
      skeleton={<FactRowsSkeleton labels={labels} />}
      aloud={({ name, address, phone }) =>
        [name, address && `地址 ${address}`, phone && `电话 ${phone}`].filter(Boolean).join('，')
      }
    >
      {({ name, address, contactName, phone, bureauName, bureauPhone }) => (
        <FactRows
          facts={[
            { label: '单位', value: name },
            { label: '地址', value: address },
            { label: '联系人', value: contactName },
            { label: '电话', value: phone && <a href={`tel:${phone}`}>{phone}</a> },
            ...(bureauName === name
              ? []
              : [
                  {
                    label: '上级',
                    value: (
                      <>
                        {bureauName} {bureauPhone && <a href={`tel:${bureauPhone}`}>{bureauPhone}</a>}
                      </>
                    ),
                  },
                ]),
          ]}
        />
      )}
    </Card>
  )
}
