using Mono.Cecil.Cil;
using PooledAwait.Fody.Verification;

namespace Tests.Verification.Broken;

/// <summary>Cases in which paths meet with different stacks, or regions are entered or left in a forbidden way.</summary>
internal static class BrokenFlow
{
    private const string Try =
        "static void M(int n) { try { Use(n); Use(n + 1); } catch (Exception) { Use(2); } Use(3); } static void Use(int n) { }";

    private const string Finally = "static void M(int n) { try { Use(n); } finally { Use(2); } Use(3); } static void Use(int n) { }";

    private const string Filter =
        "static void M(int n) { try { Use(n); } catch (Exception) when (n > 0) { Use(2); } Use(3); } static void Use(int n) { }";

    private const string Nested =
        "static void M(int n) { try { try { Use(n); } catch (Exception) { Use(2); } } finally { Use(3); } } static void Use(int n) { }";

    private const string Twice =
        "static void M(int n) { try { Use(n); } catch (Exception) { Use(2); } try { Use(3); Use(4); } catch (Exception) { Use(5); } } static void Use(int n) { }";

    private const string Choice = "static int M(bool b, object o) => Same(b ? 1 : 2); static int Same(int n) => n;";

    private const string ChoiceOfClass = "static string M(bool b, string s, object o) => Same(b ? s : s); static string Same(string s) => s;";

    public static readonly IReadOnlyList<BrokenBody> All =
    [
        new("branches that meet with different depths", FindingKind.StackDepth, Choice, body => body.Remove(body.At(OpCodes.Ldc_I4_1))),
        new("branches that meet with different kinds", FindingKind.Merge, Choice, body => body.Put(body.At(OpCodes.Ldc_I4_1), OpCodes.Ldarg_1)),
        new("branches that meet with unrelated classes", FindingKind.Assignment, ChoiceOfClass,
            body => body.Put(body.At(OpCodes.Ldarg_1), OpCodes.Ldarg_2)),
        new("branches that meet with another class on the way that is followed last", FindingKind.Assignment, ChoiceOfClass,
            body => body.Put(body.At(OpCodes.Ldarg_1, 1), OpCodes.Ldarg_2)),
        new("a result where there is none", FindingKind.StackDepth, "static void M() { }",
            body => body.Before(body.At(OpCodes.Ret), Instruction.Create(OpCodes.Ldc_I4_0))),
        new("no result where there is one", FindingKind.StackUnderflow, "static int M(int n) => n;", body => body.Remove(body.At(OpCodes.Ldarg_0))),
        new("a value taken twice", FindingKind.StackUnderflow, "static int M(int n) => n;",
            body => body.After(body.At(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Pop))),
        new("a wrong operand in code that no path reaches", FindingKind.Operand, "static void M(int n) { }", body => body.After(
            body.At(OpCodes.Ret), Instruction.Create(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Throw))),
        new("a value that nothing put there, in a loop that no path reaches", FindingKind.StackUnderflow, "static void M(int n) { }", body =>
        {
            var loop = Instruction.Create(OpCodes.Nop);
            body.After(body.At(OpCodes.Ret), loop, Instruction.Create(OpCodes.Pop), Instruction.Create(OpCodes.Br, loop));
        }),
        new("control that falls off the end", FindingKind.Malformed, "static void M() { }", body => body.Remove(body.At(OpCodes.Ret))),
        new("a switch on a string", FindingKind.Operand,
            "static int M(int n, string s) { switch (n) { case 0: return 5; case 1: return 7; case 2: return 1; case 3: return 4; } return 0; }",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("a branch into a try", FindingKind.RegionEntry, Try,
            body =>
            {
                var inside = body.Of("Use", 1).Previous.Previous.Previous;
                body.Before(body.Code.ExceptionHandlers[0].TryStart, Instruction.Create(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Brtrue, inside));
                body.Code.ExceptionHandlers[0].TryStart = body.Of("Use").Previous;
            }),
        new("a branch into a handler", FindingKind.RegionEntry, Try,
            body =>
            {
                var handler = body.Code.ExceptionHandlers[0];
                body.Before(handler.TryStart, Instruction.Create(OpCodes.Ldnull), Instruction.Create(OpCodes.Br, handler.HandlerStart));
            }),
        new("a leave out of a catch into another's try", FindingKind.RegionEntry, Twice,
            body => body.At(OpCodes.Leave_S, 1).Operand = body.Of("Use", 3).Previous),
        new("a branch out of a try", FindingKind.RegionExit, Try, body => body.At(OpCodes.Leave_S).OpCode = OpCodes.Br_S),
        new("a missing leave", FindingKind.RegionExit, Try, body => body.Remove(body.At(OpCodes.Leave_S))),
        new("a handler that goes on behind its end", FindingKind.RegionExit, Try, body => body.Remove(body.At(OpCodes.Leave_S, 1))),
        new("a return inside a try", FindingKind.RegionExit, Try, body => body.Put(body.At(OpCodes.Leave_S), OpCodes.Ret)),
        new("a leave out of a finally", FindingKind.RegionExit, Finally,
            body => body.Put(body.At(OpCodes.Endfinally), OpCodes.Leave, body.At(OpCodes.Ret))),
        new("an endfinally outside a finally", FindingKind.RegionExit, "static void M() { }",
            body => body.Put(body.At(OpCodes.Ret), OpCodes.Endfinally)),
        new("a rethrow outside a catch", FindingKind.RegionExit, "static void M() { }", body => body.Put(body.At(OpCodes.Ret), OpCodes.Rethrow)),
        new("a throw of a number", FindingKind.Operand, "static void M(int n) { }", body =>
        {
            body.Put(body.At(OpCodes.Ret), OpCodes.Throw);
            body.Before(body.At(OpCodes.Throw), Instruction.Create(OpCodes.Ldarg_0));
        }),
        new("a filter that decides by an object", FindingKind.Operand, Filter, body =>
        {
            var end = body.At(OpCodes.Endfilter);
            body.Put(end, OpCodes.Pop);
            body.After(end, Instruction.Create(OpCodes.Ldnull), Instruction.Create(OpCodes.Endfilter));
        }),
        new("a filter that leaves a value", FindingKind.StackDepth, Filter,
            body => body.Before(body.At(OpCodes.Endfilter), Instruction.Create(OpCodes.Ldc_I4_0))),
        new("a try that ends within its handler", FindingKind.Region, Try,
            body => body.Code.ExceptionHandlers[0].TryEnd = body.Code.ExceptionHandlers[0].HandlerStart.Next),
        new("a try that ends early", FindingKind.RegionExit, Try, body => body.Code.ExceptionHandlers[0].TryEnd = body.Of("Use", 1)),
        new("a handler that starts early", FindingKind.Region, Try, body => body.Code.ExceptionHandlers[0].HandlerStart = body.At(OpCodes.Leave_S)),
        new("a handler that starts late", FindingKind.RegionEntry, Try,
            body =>
            {
                body.Remove(body.At(OpCodes.Leave_S));
                body.Code.ExceptionHandlers[0].HandlerStart = body.At(OpCodes.Pop).Next;
            }),
        new("a handler that ends early", FindingKind.RegionExit, Try,
            body => body.Code.ExceptionHandlers[0].HandlerEnd = body.At(OpCodes.Leave_S, 1)),
        new("an outer handler before an inner one", FindingKind.Region, Nested,
            body =>
            {
                var inner = body.Code.ExceptionHandlers[0];
                body.Code.ExceptionHandlers.RemoveAt(0);
                body.Code.ExceptionHandlers.Add(inner);
            }),
        new("a value on the stack where a try starts", FindingKind.StackDepth, Try,
            body => body.Before(body.Code.ExceptionHandlers[0].TryStart, Instruction.Create(OpCodes.Ldc_I4_0))),
        new("a handler that takes no exception", FindingKind.StackDepth, Finally,
            body =>
            {
                body.Put(body.At(OpCodes.Endfinally), OpCodes.Leave, body.At(OpCodes.Ret));
                body.Code.ExceptionHandlers[0].HandlerType = ExceptionHandlerType.Catch;
                body.Code.ExceptionHandlers[0].CatchType = body.Object;
                body.Put(body.Of("Use", 1), OpCodes.Br, body.Code.ExceptionHandlers[0].HandlerStart);
            }),
    ];
}
