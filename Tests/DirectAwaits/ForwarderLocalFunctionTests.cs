using Mono.Cecil;
using Tests.Compilation;

namespace Tests.DirectAwaits;

/// <summary>
/// Tests forwarders (methods that return another call's task) that contain local functions. Checks which of these forwarders get a twin (which returns a
/// ValueTask), and which methods the twin calls.
/// </summary>
[Parallelizable(ParallelScope.Self)]
public class ForwarderLocalFunctionTests
{
    /// <summary>
    /// To a trimmer, a local function belongs to the one method that calls it. Several methods may call the function's twin, so the twin must not have a local
    /// function's name.
    /// </summary>
    [TestCase("static Task<int> F(bool b) { return b ? L() : Task.FromResult(1); static async Task<int> L() { await Task.Yield(); return 1; } }")]
    [TestCase("static Task<int> F(bool b) { return b ? L(1) : M(); static async Task<int> L(int i) => i > 0 ? await L(i - 1) : await M(); static async Task<int> M() { await Task.Yield(); return 1; } }")]
    public void What_returns_the_task_of_its_own_local_function_has_one_that_is_none(string forwarder)
    {
        var twins = ForwarderProgram.TwinsOf(forwarder, "F(true)");
        Assert.That(twins, Does.Contain("<F>Direct"));
        Assert.That(twins.Where(twin => twin.StartsWith("<F>g__")), Is.Empty);
        Assert.That(twins, Has.Some.StartsWith("<F.L|"));
    }

    [TestCase("static Task<int> F(bool b) { return L(b) ? Load() : Fails(); static bool L(bool b) => !b; }")]
    [TestCase("static Task<int> F(bool b) { var n = 1; return L() ? M() : Fails(); bool L() => n > 0 && K(b); static bool K(bool b) => b || K(true); static async Task<int> M() { await Task.Yield(); return K(true) ? 1 : 2; } }")]
    public void What_calls_its_own_local_functions_has_one_that_calls_copies(string forwarder)
    {
        var twins = ForwarderProgram.TwinsOf(forwarder, "F(true)");
        Assert.That(twins, Does.Contain("<F>Direct"));
        Assert.That(twins, Has.Some.StartsWith("<F>g__L|"));
    }

    [Test]
    public void A_copy_calls_copies()
    {
        using var module = CompiledAssembly.Read(ForwarderProgram.WeaveMembers(
            """
            static Task<int> F(bool b) { return L(1) ? Load() : Fails(); static bool L(int i) => i > 3 ? M(i) : L(i + 1); static bool M(int i) => i < 0 && L(i); }
            """,
            "F(true)"));
        var copies = module.GetType("C").WithSecondMethods().Where(method => method.Name.StartsWith("<F>g__") && method.Name.EndsWith("Direct")).ToList();
        Assert.That(copies, Has.Count.EqualTo(2));
        Assert.That(
            copies.Append(module.GetType("C").WithSecondMethods().Single(method => method.Name == "<F>Direct")).SelectMany(method => method.Body.Instructions)
                .Select(instruction => instruction.Operand).OfType<MethodReference>().Where(called => called.Name.Contains(">g__")).Select(called => called.Name).Distinct(),
            Is.EquivalentTo(copies.Select(copy => copy.Name)));
    }

    /// <summary>If the method zeroes the memory that it allocates on the stack, so does its twin, even if the method has no variable.</summary>
    [Test]
    public void What_is_allocated_on_the_stack_is_zeroed_as_before([Values] bool isZeroed)
    {
        var skips = isZeroed ? "" : "[System.Runtime.CompilerServices.SkipLocalsInit] ";
        using var module = CompiledAssembly.Read(ForwarderProgram.WeaveMembers(
            $"{skips}static Task<int> F(bool b) {{ return Sum(stackalloc int[8]) + L() == 0 ? Load() : Fails(); {skips}static int L() => Sum(stackalloc int[8]); }} static int Sum(Span<int> s) => s[7];",
            "F(true)"));
        Assert.That(
            module.GetType("C").WithSecondMethods().Where(method => method.Name.StartsWith("<F>") && method.Name.EndsWith("Direct")).Select(method => method.Body.InitLocals),
            Is.EqualTo([isZeroed, isZeroed]));
    }

    [TestCase("static Task<int> F(bool b) { s_kept = L(); return Load(); static async Task<int> L() { await Task.Yield(); return 1; } }")]
    [TestCase("static Task<int> F(bool b) { return b ? Load() : L(); Task<int> L() => Load(); }")]
    [TestCase("static Task<int> F(bool b) { return b ? Load() : L(); [PooledAwait.PooledAwaitIgnore] static async Task<int> L() { await Task.Yield(); return 1; } }")]
    [TestCase("static Task<int> F(bool b) { L(); return Load(); static async void L() { await Task.Yield(); } }")]
    [TestCase("static Task<int> F(bool b) { L(); return Load(); static void L() { Func<bool> f = static () => true; f(); } }")]
    [TestCase("static Task<int> F(bool b) { L(); return Load(); static void L() { try { Console.WriteLine(); } finally { Console.WriteLine(); } } }")]
    [TestCase("static Task<int> F(bool b) { L(); return Load(); static void L() => Console.Write(System.Reflection.MethodBase.GetCurrentMethod()); }")]
    [TestCase("static Task<int> F(bool b) { L(); return Load(); [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.Synchronized)] static void L() => Console.WriteLine(); }")]
    [TestCase("static Task<int> F(bool b) { Func<bool> f = static () => true; return f() ? Load() : Fails(); }")]
    [TestCase("static Task<int> F(bool b) { Func<Task<int>> f = L; return b ? L() : f(); static async Task<int> L() { await Task.Yield(); return 1; } }")]
    [TestCase("static Task<int> F(bool b) { return L(); async Task<int> L() { await Task.Yield(); return b ? 1 : 0; } }")]
    public void What_has_another_use_of_what_it_holds_has_none(string forwarder) =>
        Assert.That(ForwarderProgram.TwinsOf($"static Task<int> s_kept; {forwarder}", "F(true)"), Does.Not.Contain("<F>Direct"));
}
