using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Program;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// Reports awaited calls of methods in other projects and packages. This weave does not see the code of the called methods, so no rewrite changes the calls. A
/// full report lists the calls, because a weave of the published application could change them.
/// </summary>
internal static class OutsideCalls
{
    public static void Report(WovenModules modules, WovenModule module)
    {
        // If a whole program is woven together, hardly any of its calls reach code outside the program, so none are reported.
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

    // Calls of delegates are not reported, because no weave finds out which method they reach.
    private static bool IsDelegate(MethodReference called) => called.Name == "Invoke" && called.DeclaringType.Resolve() is { } type && DelegateType.Is(type);

    private static AssemblyNameReference? AssemblyOf(MethodReference method) => method.DeclaringType.GetElementType().Scope as AssemblyNameReference;
}
