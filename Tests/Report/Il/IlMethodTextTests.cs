using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;
using Tests.Options;
using Tests.Snapshots;

namespace Tests.Report.Il;

[Parallelizable(ParallelScope.Self)]
public sealed class IlMethodTextTests
{
    private const string Code =
        """
        namespace App
        {
            class C<T> where T : class
            {
                volatile int _field;

                protected internal unsafe T? M<U>(ref U a, T[,] b, int* c, delegate*<string, void> d, in long e, Nested<U>.Inner f)
                {
                    fixed (int* pinned = new int[3])
                    {
                        d("quote \" back \\ line \n tab \t high \u0001 pair \ud83d\ude00 alone \ud83d");
                    }

                    switch (_field)
                    {
                        case 0: return null;
                        case 1: Console.WriteLine(1.5); break;
                        case 2: Console.WriteLine(double.NaN); break;
                        case 3: Console.WriteLine(-0.0f); break;
                    }

                    try
                    {
                        foreach (var item in new List<KeyValuePair<U, T>>())
                        {
                            Console.WriteLine(item.Key);
                        }
                    }
                    catch (InvalidOperationException x) when (x.Message.Length > 3)
                    {
                        throw;
                    }
                    finally
                    {
                        _field = typeof(U).GetHashCode() + (int)long.MaxValue.GetHashCode();
                    }

                    return b[0, 0] as T;
                }
            }

            class Nested<V> { public struct Inner; }

            abstract class D { public abstract int P { get; } }
        }
        """;

    [Test]
    public Task Shows_every_kind_of_operand_and_handler() => Verifier.Verify(IlMethodText.Of(Source.Compile(Code).Method("C`1.M")));

    [Test]
    public void Shows_a_method_without_a_body_as_one_line() =>
        Assert.That(
            IlMethodText.Of(Source.Compile(Code).Method("D.get_P")),
            Is.EqualTo(".method public newslot abstract virtual instance int32 App.D::get_P()\n"));

    [Test]
    public void Keeps_names_on_their_line_that_an_obfuscator_made()
    {
        var module = Source.Compile("class C { int M(int a) => a + M(2); }");
        var method = module.Method("C.M");
        method.Name = "line\nbreak\ud83d";
        method.DeclaringType.Name = "\u2028";
        method.Parameters[0].Name = "";
        method.Body.GetILProcessor().InsertBefore(method.Body.Instructions[0], Instruction.Create(OpCodes.Starg_S, method.Parameters[0]));

        Assert.That(
            IlMethodText.Of(method),
            Does.StartWith(".method private instance int32 \\u2028::line\\nbreak\\ud83d(int32 A_0)\n{\n    starg.s A_0\n")
                .And.Contain("call instance int32 \\u2028::line\\nbreak\\ud83d(int32)\n"));
    }

    [Test]
    public void Does_not_change_with_what_is_only_moved()
    {
        var module = Source.Compile("class C { int M(bool a) { if (a) return 1; return 2; } }");
        var method = module.Method("C.M");
        var before = IlMethodText.Of(method);
        foreach (var instruction in method.Body.Instructions)
        {
            instruction.Offset += 100;
        }

        Assert.That(IlMethodText.Of(method), Is.EqualTo(before));
        Assert.That(before, Is.EqualTo(
            ".method private instance int32 C::M(bool a)\n{\n    ldarg.1\n    brfalse.s L1\n    ldc.i4.1\n    ret\n  L1:\n    ldc.i4.2\n    ret\n}\n"));
    }

    [Test]
    public void Shows_a_handler_that_ends_with_the_body_and_a_call_through_a_pointer()
    {
        var module = Source.Compile("class C { }");
        var method = new MethodDefinition("M", MethodAttributes.Public | MethodAttributes.Static, module.TypeSystem.Void) { NoInlining = true };
        module.GetType("C").Methods.Add(method);
        var il = method.Body.GetILProcessor();
        var site = new CallSite(module.TypeSystem.Int32) { HasThis = true, CallingConvention = MethodCallingConvention.StdCall };
        Instruction[] body =
        [
            Instruction.Create(OpCodes.Calli, site),
            Instruction.Create(OpCodes.Pop),
            Instruction.Create(OpCodes.Endfinally),
        ];
        foreach (var instruction in body)
        {
            il.Append(instruction);
        }

        method.Body.ExceptionHandlers.Add(new ExceptionHandler(ExceptionHandlerType.Fault)
        {
            TryStart = body[0], TryEnd = body[2], HandlerStart = body[2],
        });

        Assert.That(
            IlMethodText.Of(method),
            Is.EqualTo(
                ".method public static void C::M() noinlining\n{\n  L1:\n    calli instance unmanaged stdcall int32 *()\n    pop\n" +
                "  L2:\n    endfinally\n    .try L1 to L2 fault handler L2 to end\n}\n"));
    }
}
