import { Alert, Button, Form, Input } from 'antd'
import { useSignIn, useSignInOptions } from '../api/session.ts'

/** The door: a token of the registry. It goes to the server once and comes back only as a cookie that scripts cannot read. */
export function SignIn() {
  const signIn = useSignIn()
  const options = useSignInOptions()
  return (
    <main className="door">
      <h1>Control room</h1>
      {options.data?.openId && <Button type="primary" href="/sign-in/start" block>Sign in with your company account</Button>}
      <p>{options.data?.openId ? 'Or sign' : 'Sign'} in with the token that your administrator made for you.</p>
      {signIn.error && <Alert type="error" showIcon role="alert" title={signIn.error.message} />}
      <Form layout="vertical" requiredMark={false} onFinish={({ token }: { token: string }) => { signIn.mutate(token.trim()) }}>
        <Form.Item name="token" label="Token" rules={[{ required: true, message: 'Enter your token' }]}>
          <Input.Password autoFocus autoComplete="current-password" spellCheck={false} visibilityToggle={false} />
        </Form.Item>
        <Button type={options.data?.openId ? 'default' : 'primary'} htmlType="submit" loading={signIn.isPending} block>Sign in</Button>
      </Form>
    </main>
  )
}
