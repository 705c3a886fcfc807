import './page-policy.ts'
import '@fontsource-variable/bricolage-grotesque/index.css'
import '@fontsource-variable/figtree/index.css'
import './console.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { CallError } from './api/client.ts'
import { Console } from './frame/console.tsx'
import { theme } from './frame/theme.ts'

const queries = new QueryClient({
  defaultOptions: {
    // A refusal stays one however often it is asked again; only a missing answer is worth a second try.
    queries: { refetchInterval: 10_000, staleTime: 2000, retry: (tries, error) => tries < 2 && (!(error instanceof CallError) || error.status >= 502) },
  },
})

const root = document.querySelector('#root')
if (root) {
  createRoot(root).render(
    <ConfigProvider theme={theme}>
      <QueryClientProvider client={queries}>
        <App>
          <BrowserRouter><Console /></BrowserRouter>
        </App>
      </QueryClientProvider>
    </ConfigProvider>,
  )
}
