// Generated from openapi/openapi.yaml; do not edit.
export const markdownLimits = {"characters":20000,"marks":3000,"images":24,"cells":3000,"indentation":40};
