/// <reference types="svelte" />
/// <reference types="vite/client" />

/** The build id of this page; see build/plugins.ts. */
declare const __BUILD__: string;
