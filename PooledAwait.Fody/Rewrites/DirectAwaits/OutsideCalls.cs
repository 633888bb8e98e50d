using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Program;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// Reports awaited calls of methods in other projects and packages. The weave of one project does not see the code of the called methods, so no rewrite changes
/// the calls. A full report lists the calls, because a weave of the published application could change them.
/// </summary>
internal static class OutsideCalls
{
    public static void Report(WovenModules modules, WovenModule module)
    {
        // If all modules of a program are woven together, hardly any call reaches code outside the program. So such a weave does not report these calls.
        if (!module.Report.ReportsSavings || modules.All.Count > 1)
        {
            return;
        }

        foreach (var method in module.Uses.MethodsWhere(member => IsOutside(member, modules.Program)).Where(AwaitRecogniser.Awaits).ToList())
        {
            if (!module.Scope.Failed(method) && module.Scope.For(method) is { OutOfScope: null, DirectAwaits: true })
            {
                WeaveStep.About("the calls of other assemblies", method, () => ReportIn(method, modules.Program, module));
            }
        }
    }

    private static void ReportIn(MethodDefinition method, WovenProgram program, WovenModule module)
    {
        var stack = StackAnalysis.Of(method);
        if (!stack.IsSound)
        {
            return;
        }

        var awaits = new AwaitRecogniser(stack, new LocalFlow(stack.Flow));
        foreach (var call in method.Body.Instructions.Where(instruction => instruction.OpCode.Code is Code.Call or Code.Callvirt))
        {
            if (call.Operand is MethodReference called && IsOutside(called, program) && stack.IsReachable(call) && awaits.Recognise(call) != null && !IsDelegate(called))
            {
                var why = new Refusal(Reason.OtherAssembly) { Detail = $"{TypeName.Of(called.DeclaringType)}.{called.Name} in {AssemblyOf(called)!.Name}" };
                module.Report.LeftAlone(Rewrite.DirectAwaits, method, why, SourceLine.Of(method, call));
            }
        }
    }

    private static bool IsOutside(MemberReference member, WovenProgram program) =>
        member is MethodReference { Name: not ".ctor" } method && TaskType.Is(method.ReturnType) && !program.Has(method.DeclaringType)
        && AssemblyOf(method) is { } assembly && assembly.Name != RuntimeReference.Name && !BaseLibrary.IsPartOf(assembly);

    // The report does not list calls of delegates, because no weave finds out which method such a call reaches.
    private static bool IsDelegate(MethodReference called) => called.Name == "Invoke" && called.DeclaringType.Resolve() is { } type && DelegateType.Is(type);

    private static AssemblyNameReference? AssemblyOf(MethodReference method) => method.DeclaringType.GetElementType().Scope as AssemblyNameReference;
}
