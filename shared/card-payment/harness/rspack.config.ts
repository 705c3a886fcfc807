import type { Configuration } from '@rspack/core'

/** Dev only: the card form on a page of its own, as a payment page loads it. */
export const harnessConfig = (outDir: string): Configuration => ({
  context: import.meta.dirname,
  mode: 'development',
  devtool: false,
  entry: './harness.tsx',
  output: { path: outDir, filename: 'harness.js', cssFilename: 'harness.css', publicPath: '/', clean: true, trustedTypes: { policyName: 'harness' } },
  resolve: { extensions: ['.ts', '.tsx', '.js'] },
  module: {
    rules: [
      { test: /\.tsx?$/, loader: 'builtin:swc-loader', type: 'javascript/auto', options: { jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } } } },
      { test: /\.css$/, type: 'css' },
      { test: /\.woff2$/, type: 'asset/resource' },
    ],
  },
  performance: false,
})
